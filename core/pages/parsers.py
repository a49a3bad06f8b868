"""What programs send, read with care."""

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class CarefulJSONParser(JSONParser):
    """JSON; what is nested too deeply, or no text, is malformed like anything else."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            sent = super().parse(stream, media_type, parser_context)
            # Half of a pair of UTF-16 can be written in JSON, and no answer could repeat it.
            json.dumps(sent, ensure_ascii=False).encode()
        except (RecursionError, UnicodeError) as error:
            raise ParseError(type(error).__name__) from None
        return sent
