"""A robust parser of the API's requests."""

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class CarefulJSONParser(JSONParser):
    """A JSON parser that refuses too deep nesting and invalid text as malformed."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            sent = super().parse(stream, media_type, parser_context)
            # A lone UTF-16 surrogate can be written in JSON, but no answer could repeat it.
            json.dumps(sent, ensure_ascii=False).encode()
        except (RecursionError, UnicodeError) as error:
            raise ParseError(type(error).__name__) from None
        return sent
