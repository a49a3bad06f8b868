"""The API's schema, completed: the answers that any operation may give."""

from typing import Any

PROBLEM = {
    "type": "object",
    "description": "Why not: a name for programs, a sentence in the reader's language, the rule of "
    "the book that it follows (null: none), and of a malformed request what is wrong by field.",
    "properties": {
        "code": {"type": "string"},
        "message": {"type": "string"},
        "rule": {"type": "string", "nullable": True},
        "fields": {"type": "object", "additionalProperties": True},
    },
    "required": ["code", "message", "rule"],
}
ANSWERS = {
    "400": "The request is malformed.",
    "403": "Only for whoever is signed in, with an account that is not suspended.",
    "404": "There is no such thing, or it is nobody's business.",
    "405": "Not with this method.",
    "406": "Not in this form.",
    "408": "What was sent did not arrive in time.",
    "409": "Refused by name.",
    "413": "What was sent is too large.",
    "415": "What was sent is in no form that is read here.",
    "429": "Too many requests in this minute; `Retry-After` has the seconds that are left of it.",
    "503": "The room is busy; nothing has changed.",
}


def complete(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Add the parts that views cannot know of themselves: every error has the same shape.

    drf-spectacular's hook.
    """
    result["components"].setdefault("schemas", {})["Problem"] = PROBLEM
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for operations in result["paths"].values():
        for operation in operations.values():
            answers = operation["responses"]
            for status, words in ANSWERS.items():
                answers.setdefault(status, {"description": words})
            for status, answer in answers.items():
                if status >= "400":
                    answer["content"] = content
    return result
