"""The database: everything that is kept passes through here.

Entries of many matches that come at the same time are committed together; each is acknowledged when that is on disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import bindparam, delete, event, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from . import schema
from .migrations import upgrade
from .stored import Detail, Document, Entry, now

if TYPE_CHECKING:
    from .outcomes import Outcome

BATCH = 256
"""So many entries are committed together at most."""

encode = msgspec.json.Encoder().encode
documents = msgspec.json.Decoder(Document)
details = msgspec.json.Decoder(Detail)


def database_url(database: str) -> str:
    """What SQLAlchemy calls a database that is named by a file or by a URL."""
    scheme, separator, rest = database.partition("://")
    if not separator:
        return f"sqlite+aiosqlite:///{Path(database).absolute()}"
    drivers = {"postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg", "sqlite": "sqlite+aiosqlite"}
    return f"{drivers.get(scheme, scheme)}://{rest}"


def prepare_sqlite(connection: Any, _: Any) -> None:
    """Readers and a writer side by side, and a commit that is on disk."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


@dataclass
class Appending:
    """An entry that waits for its commit."""

    table: str
    entry: Entry
    due: int | None
    done: asyncio.Future[bool] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Store:
    """One database."""

    def __init__(self, database: str) -> None:
        url = database_url(database)
        self.sqlite = url.startswith("sqlite")
        pool = {} if self.sqlite else {"pool_size": 10, "max_overflow": 10, "pool_pre_ping": True}
        self.engine: AsyncEngine = create_async_engine(url, hide_parameters=True, **pool)
        if self.sqlite:
            event.listen(self.engine.sync_engine, "connect", prepare_sqlite)
        self._one_writer = asyncio.Lock()
        self._appending: asyncio.Queue[Appending] = asyncio.Queue()
        self._appender: asyncio.Task[None] | None = None

    def insert(self, table: Any) -> Any:
        """An insertion that passes over what is there already."""
        dialect: Any = sqlite if self.sqlite else postgresql
        return dialect.insert(table).on_conflict_do_nothing()

    async def open(self) -> None:
        async with self.writing() as connection:
            await connection.run_sync(upgrade)
        self._appender = asyncio.create_task(self._append_for_ever())

    async def close(self) -> None:
        """Whatever waits for its commit is committed first."""
        while not self._appending.empty():
            await asyncio.sleep(0.01)
        if self._appender:
            async with self._one_writer:
                self._appender.cancel()
            with suppress(asyncio.CancelledError):
                await self._appender
        await self.engine.dispose()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction. SQLite has one writer at a time, who need not wait for a lock of the file then."""
        if self.sqlite:
            async with self._one_writer, self.engine.begin() as connection:
                yield connection
        else:
            async with self.engine.begin() as connection:
                yield connection

    # --- entries ------------------------------------------------------------------------------------------------------

    async def append(self, table: str, entry: Entry, due: int | None) -> bool:
        """Appends an entry and waits until it is on disk; False if another one has its seq."""
        waiting = Appending(table, entry, due)
        self._appending.put_nowait(waiting)
        return await waiting.done

    async def _append_for_ever(self) -> None:
        while True:
            batch = [await self._appending.get()]
            while len(batch) < BATCH and not self._appending.empty():
                batch.append(self._appending.get_nowait())
            try:
                there = await self._append_all(batch)
            except Exception as error:  # the database is away: each sender is told, and may send again
                for waiting in batch:
                    if not waiting.done.done():
                        waiting.done.set_exception(error)
                continue
            for waiting in batch:
                if not waiting.done.done():
                    waiting.done.set_result((waiting.table, waiting.entry.seq) in there)

    async def _append_all(self, batch: Sequence[Appending]) -> set[tuple[str, int]]:
        """Which of these entries are in the log now."""
        rows = [self._row(waiting.table, waiting.entry) for waiting in batch]
        adding = self.insert(schema.log).returning(schema.log.c.table_id, schema.log.c.seq)
        async with self.writing() as connection:
            added = {(row.table_id, row.seq) for row in await connection.execute(adding, rows)}
            await connection.execute(
                update(schema.tables)
                .where(schema.tables.c.id == bindparam("of"))
                .values(due=bindparam("then"), touched=bindparam("at")),
                [
                    {"of": waiting.table, "then": waiting.due, "at": waiting.entry.at}
                    for waiting in batch
                    if (waiting.table, waiting.entry.seq) in added
                ]
                or [{"of": "", "then": None, "at": 0}],
            )
        return added

    @staticmethod
    def _row(table: str, entry: Entry) -> dict[str, Any]:
        return {
            "table_id": table,
            "seq": entry.seq,
            "at": entry.at,
            "kind": entry.kind,
            "seat": entry.seat,
            "own_id": entry.own_id,
            "detail": encode(entry.detail).decode(),
        }

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The log of a match from there on."""
        asked = select(schema.log).where(schema.log.c.table_id == table, schema.log.c.seq > after)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(asked.order_by(schema.log.c.seq))).all()
        return [Entry(row.seq, row.at, row.kind, row.seat, row.own_id, details.decode(row.detail)) for row in rows]

    # --- tables -------------------------------------------------------------------------------------------------------

    async def add_table(self, document: Document) -> None:
        async with self.writing() as connection:
            await connection.execute(
                insert(schema.tables).values(
                    id=document.id, version=1, created=document.created, **self._columns(document, None)
                )
            )
            await self._set_seats(connection, document)

    @staticmethod
    def _columns(document: Document, due: int | None) -> dict[str, Any]:
        return {
            "game": document.game,
            "status": document.status,
            "visibility": document.visibility,
            "touched": now(),
            "due": due,
            "document": encode(document).decode(),
        }

    @staticmethod
    async def _set_seats(connection: AsyncConnection, document: Document) -> None:
        await connection.execute(delete(schema.seats).where(schema.seats.c.table_id == document.id))
        taken = [
            {"table_id": document.id, "seat": seat, "player_id": chair.player}
            for seat, chair in enumerate(document.chairs)
            if chair.player
        ]
        if taken:
            await connection.execute(insert(schema.seats), taken)

    async def change_table(
        self,
        document: Document,
        version: int,
        due: int | None,
        entry: Entry | None = None,
        outcome: Outcome | None = None,
    ) -> bool:
        """Replaces the document, with an entry of the log where both belong together; False if somebody was quicker."""
        try:
            async with self.writing() as connection:
                changed = await connection.execute(
                    update(schema.tables)
                    .where(schema.tables.c.id == document.id, schema.tables.c.version == version)
                    .values(version=version + 1, **self._columns(document, due))
                )
                if changed.rowcount != 1:
                    return False
                await self._set_seats(connection, document)
                if entry:
                    await connection.execute(insert(schema.log).values(self._row(document.id, entry)))
                if outcome:
                    await self._add_outcome(connection, outcome)
        except IntegrityError:
            return False
        return True

    async def _add_outcome(self, connection: AsyncConnection, outcome: Outcome) -> None:
        if outcome.results:
            await connection.execute(self.insert(schema.results), list(outcome.results))
        of = schema.ratings.c
        for rating in outcome.ratings:
            one = (of.player_id == rating["player_id"], of.game == rating["game"])
            await connection.execute(delete(schema.ratings).where(*one))
            await connection.execute(insert(schema.ratings).values(rating))

    async def table(self, id: str) -> tuple[int, Document] | None:
        """The version and the document of a table."""
        asked = select(schema.tables.c.version, schema.tables.c.document).where(schema.tables.c.id == id)
        async with self.engine.connect() as connection:
            row = (await connection.execute(asked)).first()
        return None if row is None else (row.version, documents.decode(row.document))

    async def public_tables(self, game: str | None, most: int) -> list[Document]:
        """Public tables that are open or in play, the newest first."""
        t = schema.tables.c
        asked = select(t.document).where(t.visibility == "public", t.status.in_(["open", "playing"]))
        if game is not None:
            asked = asked.where(t.game == game)
        return await self._documents(asked.order_by(t.created.desc()).limit(most))

    async def tables_of(self, player: str, most: int) -> list[Document]:
        """The tables where a player sits or is invited, the newest first."""
        t = schema.tables.c
        seated = select(schema.seats.c.table_id).where(schema.seats.c.player_id == player)
        invited = select(schema.invitations.c.table_id).where(schema.invitations.c.player_id == player)
        asked = select(t.document).where(or_(t.id.in_(seated), t.id.in_(invited)), t.status != "closed")
        return await self._documents(asked.order_by(t.created.desc()).limit(most))

    async def _documents(self, asked: Any) -> list[Document]:
        async with self.engine.connect() as connection:
            return [documents.decode(row.document) for row in await connection.execute(asked)]

    async def due_tables(self, before: int, most: int = 200) -> list[str]:
        """Tables that the server should have looked after."""
        t = schema.tables.c
        async with self.engine.connect() as connection:
            asked = select(t.id).where(t.due < before, t.status == "playing").order_by(t.due).limit(most)
            return [row.id for row in await connection.execute(asked)]

    async def timed_tables(self) -> list[str]:
        """Tables in play where something is due at some time."""
        t = schema.tables.c
        return [row.id for row in await self._all(select(t.id).where(t.status == "playing", t.due.is_not(None)))]

    async def close_unused(self, open_before: int, playing_before: int) -> list[str]:
        """Closes tables that nobody has touched for long."""
        t = schema.tables.c
        old = or_(
            (t.status == "open") & (t.touched < open_before), (t.status == "playing") & (t.touched < playing_before)
        )
        rows = await self._all(select(t.version, t.document).where(old).limit(500))
        closed = []
        for row in rows:
            document = documents.decode(row.document)
            document.status = "closed"
            if await self.change_table(document, row.version, None):
                closed.append(document.id)
        return closed

    async def last_seqs(self, tables: Sequence[str]) -> list[tuple[str, int]]:
        """The last seq of each of these logs."""
        of = schema.log.c
        last: list[tuple[str, int]] = []
        for first in range(0, len(tables), 500):
            some = of.table_id.in_(tables[first : first + 500])
            asked = select(of.table_id, func.max(of.seq).label("seq")).where(some).group_by(of.table_id)
            last += [(row.table_id, row.seq) for row in await self._all(asked)]
        return last

    async def closed_tables(self, since: int) -> list[str]:
        t = schema.tables.c
        return [row.id for row in await self._all(select(t.id).where(t.status == "closed", t.touched > since))]

    async def forget_tables(self, before: int) -> None:
        """Deletes tables that have been over, or closed, since then, with all that was said and played there."""
        t = schema.tables.c
        old = select(t.id).where(t.status.in_(["over", "closed"]), t.touched < before).limit(500)
        async with self.writing() as connection:
            await connection.execute(delete(schema.tables).where(t.id.in_(old)))

    async def set_due(self, table: str, due: int | None) -> None:
        async with self.writing() as connection:
            await connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(due=due))

    # --- players ------------------------------------------------------------------------------------------------------

    async def add_player(self, player: dict[str, Any]) -> None:
        async with self.writing() as connection:
            await connection.execute(insert(schema.players).values(player))

    async def players(self, ids: Iterable[str]) -> list[Any]:
        asked = select(schema.players).where(schema.players.c.id.in_(list(ids)))
        async with self.engine.connect() as connection:
            return list((await connection.execute(asked)).all())

    async def player_by_secret(self, secret: str) -> Any:
        """Whose recovery phrase or token has this hash."""
        asked = select(schema.players).where(schema.players.c.secret == secret)
        async with self.engine.connect() as connection:
            return (await connection.execute(asked)).first()

    async def bots_of(self, owner: str) -> list[Any]:
        asked = select(schema.players).where(schema.players.c.owner == owner).order_by(schema.players.c.created)
        async with self.engine.connect() as connection:
            return list((await connection.execute(asked)).all())

    async def change_player(self, id: str, **changes: Any) -> None:
        async with self.writing() as connection:
            await connection.execute(update(schema.players).where(schema.players.c.id == id).values(**changes))

    async def ratings(self, players: Sequence[str], game: str) -> list[Any]:
        of = schema.ratings.c
        return await self._all(select(schema.ratings).where(of.player_id.in_(players), of.game == game))

    async def ratings_of(self, player: str) -> list[Any]:
        return await self._all(select(schema.ratings).where(schema.ratings.c.player_id == player))

    async def results_of(self, player: str) -> list[Any]:
        """How many matches a player has ended how, by game."""
        of = schema.results.c
        counted = select(of.game, of.outcome, func.count().label("count")).where(of.player_id == player)
        return await self._all(counted.group_by(of.game, of.outcome))

    async def _all(self, asked: Any) -> list[Any]:
        async with self.engine.connect() as connection:
            return list((await connection.execute(asked)).all())

    async def everything_of(self, player: str) -> dict[str, list[dict[str, Any]]]:
        """All rows that are a player's own, by table; of logs, the entries that the player made."""
        entries = schema.log.join(
            schema.seats,
            (schema.seats.c.table_id == schema.log.c.table_id) & (schema.seats.c.seat == schema.log.c.seat),
        )
        shown = [column for column in schema.players.c if column.name != "secret"]
        asked = {
            "player": select(*shown).where(schema.players.c.id == player),
            "bots": select(*shown).where(schema.players.c.owner == player),
            "seats": select(schema.seats).where(schema.seats.c.player_id == player),
            "invitations": select(schema.invitations).where(schema.invitations.c.player_id == player),
            "entries": select(schema.log).select_from(entries).where(schema.seats.c.player_id == player),
            "chat": select(schema.chat).where(schema.chat.c.player_id == player),
            "results": select(schema.results).where(schema.results.c.player_id == player),
            "ratings": select(schema.ratings).where(schema.ratings.c.player_id == player),
        }
        return {name: [row._asdict() for row in await self._all(rows)] for name, rows in asked.items()}

    async def delete_player(self, player: str) -> None:
        """Forgets a player, and the bots of the player; what they did in matches stays, without a name."""
        of = schema.players.c
        async with self.writing() as connection:
            for table in (schema.invitations, schema.chat, schema.results, schema.ratings):
                await connection.execute(delete(table).where(table.c.player_id == player))
            await connection.execute(delete(schema.players).where(or_(of.id == player, of.owner == player)))

    async def invite(self, table: str, player: str) -> None:
        async with self.writing() as connection:
            await connection.execute(self.insert(schema.invitations).values(table_id=table, player_id=player, at=now()))

    # --- chat ---------------------------------------------------------------------------------------------------------

    async def chat(self, table: str, after: int = 0, most: int = 100) -> list[Any]:
        """The newest lines after that number, oldest first."""
        c = schema.chat.c
        asked = select(schema.chat).where(c.table_id == table, c.number > after).order_by(c.number.desc()).limit(most)
        async with self.engine.connect() as connection:
            return list(reversed((await connection.execute(asked)).all()))

    async def add_chat(self, line: dict[str, Any]) -> Any:
        """Adds a line under the next number; one that its sender has sent before is there already."""
        c = schema.chat.c
        of_table = c.table_id == line["table_id"]
        async with self.writing() as connection:
            if line["own_id"] is not None:
                same = (of_table, c.player_id == line["player_id"], c.own_id == line["own_id"])
                if there := (await connection.execute(select(schema.chat).where(*same))).first():
                    return there
            last = await connection.scalar(select(func.max(c.number)).where(of_table))
            number = (last or 0) + 1
            await connection.execute(insert(schema.chat).values(number=number, **line))
            return (await connection.execute(select(schema.chat).where(of_table, c.number == number))).one()

    # --- settings -----------------------------------------------------------------------------------------------------

    async def setting(self, name: str, first: str | None = None) -> str | None:
        """What is set; `first` is set if nothing is, and of two servers that try it one wins."""
        asked = select(schema.settings.c.value).where(schema.settings.c.name == name)
        async with self.writing() as connection:
            if first is not None:
                await connection.execute(self.insert(schema.settings).values(name=name, value=first))
            return await connection.scalar(asked)

    async def set(self, name: str, value: str) -> None:
        async with self.writing() as connection:
            await connection.execute(self.insert(schema.settings).values(name=name, value=value))
            await connection.execute(update(schema.settings).where(schema.settings.c.name == name).values(value=value))
