"""What whoever runs a server does by hand: `fivefold manage`. It works on the database, while servers run or not."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path

from fivefold.games import BadInput
from fivefold.games.catalogue import quoted

from .players import KEYS, cleaned, worker_key
from .refusing import Refuse
from .store import Store

KEYS_KEPT = 3
"""With a new key for cookies, those who come with one of the two before are still known."""


def manage(database: str, what: str, id: str | None, name: str | None) -> str:
    """Does one thing, and says in a sentence what was done."""
    if "://" not in database and not Path(database).exists():
        raise BadInput(f"there is no database {quoted(database)}")
    return asyncio.run(managed(database, what, id, name))


async def managed(database: str, what: str, id: str | None, name: str | None) -> str:
    store = Store(database)
    await store.open()
    try:
        if what == "worker-key":
            return await worker_key(store)
        if what == "rotate-keys":
            return await rotate_keys(store)
        if id is None:
            raise BadInput(f"say whom or what to {what}: an id")
        if what == "close":
            return await close(store, id)
        return await change(store, what, id, name)
    finally:
        await store.close()


async def change(store: Store, what: str, id: str, name: str | None) -> str:
    """Renames, bans or lets in a player."""
    if not await store.players([id]):
        raise BadInput(f"there is no player {quoted(id)}")
    if what != "rename":
        await store.change_player(id, banned=what == "ban")
        return f"{id} is {'banned' if what == 'ban' else 'welcome again'}; servers know within half a minute."
    try:
        changed = cleaned(name or "")[:24]
    except Refuse as refusal:
        raise BadInput(refusal.sentence) from refusal
    await store.change_player(id, name=changed)
    return f"{id} is called {changed}; servers know within half a minute."


async def close(store: Store, id: str) -> str:
    """Closes a table, whatever happens there."""
    found = await store.table(id)
    if found is None:
        raise BadInput(f"there is no table {quoted(id)}")
    version, document = found
    document.status = "closed"
    if not await store.change_table(document, version, None):
        raise BadInput("the table has just changed: try again")
    return f"{id} is closed."


async def rotate_keys(store: Store) -> str:
    """Puts a new key before those that sign cookies."""
    old = (await store.setting(KEYS) or "").split()
    await store.set(KEYS, " ".join([secrets.token_hex(32), *old][:KEYS_KEPT]))
    return "Cookies are signed with a new key from each server's next start on; the two keys before are still believed."
