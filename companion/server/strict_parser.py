"""Requests that waitress 3.0 lets pass or stumbles over, refused with 400."""

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError


class StrictParser(HTTPRequestParser):  # type: ignore[misc]
    """A parser that refuses two lengths in one request, by which one may be smuggled past a proxy, and bad URIs."""

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the head of a request.

        Raises:
            ParsingError: It is answered with 400, and the connection closed.
        """
        try:
            super().parse_header(header_plus)
        except ValueError as error:
            raise ParsingError("Bad URI") from error
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("Content-Length beside Transfer-Encoding")


class StrictChannel(HTTPChannel):  # type: ignore[misc]
    """A connection whose requests are parsed strictly."""

    parser_class = StrictParser
