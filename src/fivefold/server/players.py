"""Players: guests with a cookie, people with a recovery phrase, programs with a token."""

from __future__ import annotations

import secrets as random
from collections.abc import Iterable
from typing import Any

from .messages import BotAccount, Me, Phrase, Player
from .refusing import Refuse
from .secrets import Signer, new_phrase, new_player_id, new_token, phrase_hash, token_hash
from .store import Store
from .stored import now
from .webhooks import checked_address

MOST_KNOWN = 50_000
FRESH = 30_000
"""Milliseconds for which a player who was read is believed to be the same."""
KEYS, WORKER_KEY = "cookie_keys", "worker_key"


class Known:
    """A player as read from the database."""

    def __init__(self, row: Any) -> None:
        self.player = Player(row.id, row.name, row.bot)
        self.banned: bool = row.banned
        self.owner: str | None = row.owner
        self.webhook: str | None = row.webhook
        self.created: int = row.created
        self.read_at = now()


class Players:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: dict[str, Known] = {}
        self._by_token: dict[str, str] = {}

    async def signer(self) -> Signer:
        """Who signs cookies, with the keys that all servers share."""
        keys = await self.store.setting(KEYS, first=random.token_hex(32))
        return Signer([bytes.fromhex(key) for key in (keys or "").split()], "cookie")

    # --- knowing ------------------------------------------------------------------------------------------------------

    def known(self, id: str | None) -> Player | None:
        """A player that has been read."""
        found = self._known.get(id) if id else None
        return found.player if found else None

    async def learn(self, ids: Iterable[str]) -> None:
        """Reads players that are not known, or have not been read for a while."""
        old = now() - FRESH
        wanted = [id for id in ids if id not in self._known or self._known[id].read_at < old]
        if not wanted:
            return
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        for row in await self.store.players(wanted):
            self._remember(row)

    def _remember(self, row: Any) -> Known:
        known = self._known.get(row.id)
        if known is None:
            known = self._known[row.id] = Known(row)
        else:
            known.__init__(row)  # type: ignore[misc]
        return known

    async def get(self, id: str) -> Player | None:
        await self.learn([id])
        return self.known(id)

    async def details(self, id: str) -> Known | None:
        await self.learn([id])
        return self._known.get(id)

    def forget(self, id: str) -> None:
        self._known.pop(id, None)

    # --- who asks -----------------------------------------------------------------------------------------------------

    async def by_id(self, id: str) -> Player | None:
        """A player who shows a cookie; none if deleted."""
        known = await self.details(id)
        if known and known.banned:
            raise Refuse(403, "banned")
        return known.player if known else None

    async def by_token(self, token: str) -> Player:
        """A program that shows its token."""
        secret = token_hash(token)
        id = self._by_token.get(secret)
        known = self._known.get(id) if id else None
        if known is None or known.read_at < now() - FRESH:
            row = await self.store.player_by_secret(secret)
            if row is None or not row.bot:
                self._by_token.pop(secret, None)
                raise Refuse(401, "token_unknown", {"WWW-Authenticate": "Bearer"})
            known = self._remember(row)
            self._by_token[secret] = row.id
        if known.banned:
            raise Refuse(403, "banned")
        return known.player

    # --- coming and going ---------------------------------------------------------------------------------------------

    async def add(self, name: str, bot: bool = False, owner: str | None = None, secret: str | None = None) -> Player:
        player = Player(new_player_id(), cleaned(name), bot)
        at = now()
        await self.store.add_player(
            {
                "id": player.id,
                "name": player.name,
                "bot": bot,
                "owner": owner,
                "created": at,
                "seen": at,
                "banned": False,
                "secret": secret,
                "webhook": None,
            }
        )
        await self.learn([player.id])
        return player

    async def rename(self, player: Player, name: str) -> Player:
        await self.store.change_player(player.id, name=cleaned(name))
        self.forget(player.id)
        renamed = await self.get(player.id)
        assert renamed is not None
        return renamed

    async def set_webhook(self, player: Player, url: str | None) -> None:
        await self.store.change_player(player.id, webhook=checked_address(url) if url is not None else None)
        self.forget(player.id)

    async def phrase(self, player: Player) -> Phrase:
        """A new recovery phrase; the one before is void."""
        if player.bot:
            raise Refuse(403, "bot_has_no_phrase")
        phrase = new_phrase()
        await self.store.change_player(player.id, secret=phrase_hash(phrase))
        return Phrase(phrase)

    async def recover(self, phrase: str) -> Player:
        row = await self.store.player_by_secret(phrase_hash(phrase))
        if row is None or row.bot:
            raise Refuse(403, "phrase_unknown")
        if row.banned:
            raise Refuse(403, "banned")
        return self._remember(row).player

    async def add_bot(self, name: str, owner: str | None) -> BotAccount:
        token = new_token()
        player = await self.add(name, bot=True, owner=owner, secret=token_hash(token))
        return BotAccount(player, now(), token)

    async def bots_of(self, owner: str) -> list[BotAccount]:
        return [BotAccount(Player(row.id, row.name, True), row.created) for row in await self.store.bots_of(owner)]

    async def void_bot(self, id: str, owner: str) -> None:
        """Its token is void at once."""
        known = await self.details(id)
        if known is None or known.owner != owner:
            raise Refuse(404, "not_your_bot")
        await self.store.change_player(id, secret=None, owner=None)
        self._by_token = {secret: player for secret, player in self._by_token.items() if player != id}
        self.forget(id)


async def worker_key(store: Store) -> str:
    """What `fivefold bots` shows in order to get work."""
    return await store.setting(WORKER_KEY, first=random.token_urlsafe(32)) or ""


def cleaned(name: str) -> str:
    """A name without what cannot be seen, or would play tricks on readers."""
    name = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
    if not name:
        raise Refuse(409, "name_is_empty")
    return name


def me(player: Player | None) -> Me:
    return Me(player, now())
