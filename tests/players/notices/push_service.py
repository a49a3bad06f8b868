"""A push service of the tests' own: it checks who speaks, and reads what only the browser may."""

import base64
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from unittest.mock import patch

import http_ece
import orjson
import trustme
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from players.notices import addresses, web_push

HOST = "push.example"
AUTH = b"sixteen bytes :)"


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Delivery:
    """What arrived, decrypted, and by which claims it was signed."""

    path: str
    told: dict[str, Any]
    claims: dict[str, Any]
    key: str
    headers: dict[str, str]


@dataclass
class PushService:
    """Answers as real ones do; ``status`` is what the next deliveries get."""

    status: int = 201
    deliveries: list[Delivery] = field(default_factory=list)
    browser: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    def subscription(self, path: str = "/send/1") -> dict[str, Any]:
        """A browser's PushSubscription, as JSON."""
        point = self.browser.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": text(point), "auth": text(AUTH)}
        return {"endpoint": f"https://{HOST}{path}", "keys": keys}

    def take(self, path: str, headers: dict[str, str], body: bytes) -> int:
        """A delivery; whatever is wrong with it is 400, as is a wrong signature."""
        try:
            signed, key = _signed_part(headers["authorization"])
            claims = _verified(signed, key)
            plain = http_ece.decrypt(
                body, private_key=self.browser, auth_secret=AUTH, version="aes128gcm"
            )
        except Exception:
            return 400
        told = orjson.loads(plain)
        self.deliveries.append(Delivery(path, told, claims, key, headers))
        return self.status


def _signed_part(authorization: str) -> tuple[str, str]:
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    return parts["t"], parts["k"]


def _verified(token: str, key: str) -> dict[str, Any]:
    """The claims of an ES256 token (RFC 7515), of whoever has the private half of ``key``."""
    head, body, signature = token.split(".")
    assert orjson.loads(data(head))["alg"] == "ES256"
    raw = data(signature)
    numbers = [int.from_bytes(part, "big") for part in (raw[:32], raw[32:])]
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data(key))
    signed = f"{head}.{body}".encode()
    public.verify(encode_dss_signature(*numbers), signed, ec.ECDSA(hashes.SHA256()))
    claims: dict[str, Any] = orjson.loads(data(body))
    return claims


@contextmanager
def running() -> Iterator[PushService]:
    """A service behind TLS on this machine, which the room takes for a public one meanwhile."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.send_response(service.take(self.path, headers, body))
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *arguments: Any) -> None:
            """Nobody reads it."""

    authority = trustme.CA()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(HOST).configure_cert(serving)
    server.socket = serving.wrap_socket(server.socket, server_side=True)
    # How long its end is waited for: half a second unless told, thirty times over.
    often = {"poll_interval": 0.01}
    threading.Thread(target=server.serve_forever, kwargs=often, daemon=True).start()
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    with (
        patch.object(addresses, "public_ip", return_value="127.0.0.1"),
        patch.object(web_push, "_port", return_value=server.server_port),
        patch.object(web_push, "_context", return_value=trusting),
    ):
        yield service
    server.shutdown()
    server.server_close()
