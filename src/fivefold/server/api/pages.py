"""The browser client, as it was built into the package: hashed assets for ever, and one page for all addresses."""

from __future__ import annotations

import gzip
import mimetypes
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from litestar import Response, get
from litestar.params import PathParameter

from fivefold.server.refusing import Refuse

from .asking import Asking

WEB = Path(__file__).parents[1] / "web"
FOR_EVER = "public, max-age=31536000, immutable"
SMALL = 1024
"""Bytes that are not worth packing."""
NOT_BUILT = (
    "The server is running, but the browser client is not built yet: run `make play`, or `npm ci && npm run build`"
    " in the folder web.\n"
)
HEADERS = {
    "Content-Security-Policy": "; ".join(
        [
            "default-src 'self'",
            "img-src 'self' data: blob:",
            "style-src 'self' 'unsafe-inline'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""What every answer carries."""


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Asking, path: Annotated[str, PathParameter(max_length=1000)] = "") -> Response[Any]:
    """A file of the client; or its page, which shows what the address says."""
    wanted = path.strip("/")
    if wanted.split("/")[0] in ("api", "schema"):
        raise Refuse(404, "no_such_page")
    files = built(str(WEB))
    if wanted not in files or wanted == "index.html":
        if "." in wanted.rpartition("/")[2]:
            raise Refuse(404, "no_such_page")
        wanted = "index.html"
    if wanted not in files:
        return Response(NOT_BUILT, status_code=503, media_type="text/plain")
    return sent(request, files[wanted], FOR_EVER if wanted.startswith("assets/") else "no-cache")


@cache
def built(folder: str) -> dict[str, Path]:
    """The files of the built client, by their address."""
    found = (file for file in Path(folder).rglob("*") if file.is_file() and not file.name.startswith("."))
    return {file.relative_to(folder).as_posix(): file for file in found}


@cache
def packed(file: Path) -> tuple[bytes, bytes | None]:
    """A file's bytes, and the same packed, where that is worth it."""
    plain = file.read_bytes()
    small = gzip.compress(plain, 9, mtime=0)
    return plain, small if len(plain) > SMALL and len(small) < len(plain) * 0.9 else None


def sent(request: Asking, file: Path, cache_control: str) -> Response[bytes]:
    plain, small = packed(file)
    media_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    headers = {"Cache-Control": cache_control, "Vary": "Accept-Encoding"}
    if small and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(small, media_type=media_type, headers={**headers, "Content-Encoding": "gzip"})
    return Response(plain, media_type=media_type, headers=headers)
