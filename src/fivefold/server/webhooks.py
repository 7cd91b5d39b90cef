"""Telling a player by a request to an address of their own: whose turn it is, where days go by between moves.

The address is somebody's wish, so it leads nowhere inside: only public addresses are asked, by the number that was
checked, and no answer is followed or told."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from urllib.parse import urlsplit, urlunsplit

import httpx
import structlog

from .refusing import Refuse

logger = structlog.get_logger()

SECONDS = 5.0
TRIES = 3


def checked_address(address: str) -> str:
    """An address that may be asked, as far as its text tells."""
    try:
        parts = urlsplit(address)
        fine = parts.scheme in ("http", "https") and parts.hostname and not parts.username and parts.port != 0
    except ValueError:
        fine = False
    if not fine:
        raise Refuse(409, "bad_input", problem="a webhook is a whole address that begins with http:// or https://")
    return address


async def public_number(host: str, port: int) -> str | None:
    """A number of the host, if all of its numbers are public."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    numbers = [str(address[0]) for *_, address in found]
    return numbers[0] if numbers and all(ipaddress.ip_address(number).is_global for number in numbers) else None


async def tell(address: str, message: bytes, private: bool = False) -> bool:
    """Sends the message, a few times if need be; was it taken? `private` lets tests ask this machine."""
    parts = urlsplit(address)
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    for attempt in range(TRIES):
        await asyncio.sleep(attempt * SECONDS)
        try:
            number = host if private else await public_number(host, port)
            if number is None:
                return False
            at = f"[{number}]:{port}" if ":" in number else f"{number}:{port}"
            asked = urlunsplit((parts.scheme, at, parts.path or "/", parts.query, ""))
            headers = {"Host": parts.netloc, "Content-Type": "application/json"}
            async with httpx.AsyncClient(timeout=SECONDS, trust_env=False) as http:
                answer = await http.post(asked, content=message, headers=headers, extensions={"sni_hostname": host})
            if answer.is_success:
                return True
        except (httpx.HTTPError, OSError) as error:
            logger.info("a webhook was not taken", error=type(error).__name__)
    return False
