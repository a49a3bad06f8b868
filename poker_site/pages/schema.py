"""The API's schema, completed: the answers that any operation may give."""

from typing import Any

PROBLEM = {
    "type": "object",
    "description": "Why not: a detail, a code with a sentence, or what is wrong with each field.",
    "additionalProperties": True,
}
ANSWERS = {
    "400": "The request is malformed.",
    "403": "Only for whoever is signed in, with an account that is not suspended.",
    "404": "There is no such thing, or it is nobody's business.",
    "405": "Not with this method.",
    "406": "Not in this form.",
    "415": "What was sent is in no form that is read here.",
    "503": "The room is busy; nothing has changed.",
}


def complete(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """drf-spectacular's hook: add what views cannot know of themselves."""
    result["components"].setdefault("schemas", {})["Problem"] = PROBLEM
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for operations in result["paths"].values():
        for operation in operations.values():
            for status, words in ANSWERS.items():
                operation["responses"].setdefault(
                    status, {"description": words, "content": content}
                )
    return result
