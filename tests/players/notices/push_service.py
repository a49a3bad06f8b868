"""A push service of the tests' own: it checks who speaks, and reads what only the browser may."""

import hmac
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from unittest.mock import patch

import orjson
import trustme
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from players.notices import public_hosts, web_push
from players.notices.push_encryption import decode, encode, point

HOST = "push.example"
AUTH = b"sixteen bytes :)"


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
        keys = {"p256dh": encode(point(self.browser)), "auth": encode(AUTH)}
        return {"endpoint": f"https://{HOST}{path}", "keys": keys}

    def take(self, path: str, headers: dict[str, str], body: bytes) -> int:
        """A delivery; whatever is wrong with it is 400, as is a wrong signature."""
        try:
            claims, key = verified(headers["authorization"])
            plain = decrypted(body, self.browser, AUTH)
        except Exception:
            return 400
        told = orjson.loads(plain)
        self.deliveries.append(Delivery(path, told, claims, key, headers))
        return self.status


def verified(authorization: str) -> tuple[dict[str, Any], str]:
    """The claims of an ES256 token (RFC 7515) and the public key that it names and is signed by."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, body, signature = parts["t"].split(".")
    assert orjson.loads(decode(head))["alg"] == "ES256"
    raw = decode(signature)
    numbers = [int.from_bytes(part, "big") for part in (raw[:32], raw[32:])]
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(parts["k"]))
    signed = f"{head}.{body}".encode()
    public.verify(encode_dss_signature(*numbers), signed, ec.ECDSA(hashes.SHA256()))
    claims: dict[str, Any] = orjson.loads(decode(body))
    return claims, parts["k"]


def decrypted(body: bytes, browser: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """What a browser reads: HKDF spelled out with HMAC, as RFC 8291 has it in section 3.4."""
    salt, size, theirs = body[:16], body[20], body[21 : 21 + body[20]]
    assert int.from_bytes(body[16:20], "big") >= len(body) - 21 - size
    sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
    shared = browser.exchange(ec.ECDH(), sender)
    info = b"WebPush: info\0" + point(browser) + theirs
    secret = _hmac(_hmac(auth, shared), info + b"\1")
    each = _hmac(salt, secret)
    key = _hmac(each, b"Content-Encoding: aes128gcm\0\1")[:16]
    nonce = _hmac(each, b"Content-Encoding: nonce\0\1")[:12]
    plain, _, padding = AESGCM(key).decrypt(nonce, body[21 + size :], None).rpartition(b"\2")
    assert padding.strip(b"\0") == b""
    return plain


def _hmac(key: bytes, data: bytes) -> bytes:
    return hmac.digest(key, data, "sha256")


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
        patch.object(public_hosts, "public_ip", return_value="127.0.0.1"),
        patch.object(web_push, "_port", return_value=server.server_port),
        patch.object(web_push, "_context", return_value=trusting),
    ):
        yield service
    server.shutdown()
    server.server_close()
