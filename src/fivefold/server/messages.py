"""Everything that is sent and received, over HTTP, WebSockets and streams, as one set of structs.

`docs/protocol.md` has an example of each, which the tests read. Times are milliseconds since 1970 (UTC). A refusal,
and whatever else a person may read, is a code with arguments and its English sentence, so that a client can say it in
its reader's language.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

Name = Annotated[str, Meta(min_length=1, max_length=24)]
TableId = Annotated[str, Meta(max_length=32)]
OwnId = Annotated[str, Meta(min_length=1, max_length=64)]
"""What a client calls a message of its own; sent again with the same id, it is done only once."""
Moves = Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(min_length=1, max_length=130)]
SeatNumber = Annotated[int, Meta(ge=0, le=13)]
Level = Annotated[str, Meta(max_length=16)]
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{2,64}$")]


class Request(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What is received: a name that nobody knows is an error, not something to pass over."""


# --- players ----------------------------------------------------------------------------------------------------------


class Player(Struct):
    """Somebody, as others see them."""

    id: str
    name: str
    bot: bool = False
    """A program with an account of its own, not a person."""


class Me(Struct):
    """Whoever asks. `player` is null for somebody who has no name yet."""

    player: Player | None
    now: int


class NewGuest(Request):
    name: Name


class Rename(Request):
    name: Name


class Webhook(Request):
    """Where a player is told by a `POST` of an `AccountEvent` that it is their turn, at tables with days for a move."""

    url: Annotated[str, Meta(max_length=500)] | None
    """Null: nowhere."""


class Phrase(Struct):
    """The words that bring a player back on another device. They are shown once."""

    phrase: str


class Recover(Request):
    phrase: Annotated[str, Meta(max_length=200)]


class NewBot(Request):
    name: Name


class BotAccount(Struct):
    player: Player
    created: int
    token: str | None = None
    """Shown once, when the account is made."""


# --- tables -----------------------------------------------------------------------------------------------------------


class Clock(Struct, forbid_unknown_fields=True, frozen=True):
    """How time is kept: `move` gives each decision `seconds`; `match` gives a seat `seconds` for all of its decisions
    and adds `increment` after each; `days` gives each decision `days`."""

    kind: Literal["none", "move", "match", "days"] = "none"
    seconds: Annotated[int, Meta(ge=5, le=86400)] | None = None
    increment: Annotated[int, Meta(ge=0, le=600)] = 0
    days: Annotated[int, Meta(ge=1, le=30)] | None = None


class Beginning(Struct, forbid_unknown_fields=True):
    """Where a lesson or a puzzle begins: the same shuffles for everybody, and moves that are made already."""

    shuffles: Annotated[list[Annotated[str, Meta(max_length=4000)]], Meta(max_length=50)] = []
    moves: Annotated[list[tuple[int, str]], Meta(max_length=2000)] = []


class NewTable(Request):
    game: str
    players: Annotated[int, Meta(ge=1, le=14)] | None = None
    """The game's usual number if left out."""
    options: dict[str, Any] = {}
    visibility: Literal["private", "public"] = "private"
    """A private table is found by its link only."""
    clock: Clock = Clock()
    absent: Literal["bot", "forfeit"] = "bot"
    """When a seat is out of time: a bot plays it until its player is back, or the match is lost for it."""
    rated: bool = False
    chat: bool | None = None
    """Usual: on at a private table, off at a public one."""
    aids: bool = True
    """May a client show what can be worked out from what was open? (SCORE 5's hands)"""
    sit: bool = True
    """The host takes the first seat."""
    bots: Level | None = None
    """Fills the other seats with bots of this level at once."""
    start: bool = False
    """Starts at once, if no seat is free."""
    beginning: Beginning | None = None
    puzzle: Annotated[str, Meta(max_length=10)] | None = None
    """The game's puzzle of that day (`2026-11-19`)."""
    lesson: bool = False
    """The game's lesson: the players, the seats and the shuffles are its own."""


class Sit(Request):
    seat: SeatNumber | None = None
    """The first free one if left out."""
    nonce: Nonce | None = None
    """The client's own share in the shuffles, as hexadecimal digits."""


class SeatBot(Request):
    level: Level
    seat: SeatNumber | None = None
    """All free ones if left out."""


class Unseat(Request):
    seat: SeatNumber


class Invite(Request):
    player: Annotated[str, Meta(max_length=40)]


class Seat(Struct):
    """Who sits there. A free seat has neither a player nor a bot's level."""

    seat: int
    player: Player | None = None
    bot: str | None = None
    """The level of the bot that holds this seat."""
    stand_in: str | None = None
    """The level of the bot that plays for a player who is gone."""
    here: bool = False
    """Its player is connected."""
    out: bool = False
    """Its player has resigned, or lost by forfeit."""
    nonce: bool = False
    """Its player's client has a share in the shuffles."""


class Result(Struct):
    """How a match ended: it was played to the end, by somebody's resignation or forfeit, or a draw was agreed on."""

    by: Literal["play", "resignation", "forfeit", "draw"]
    winners: list[int]
    scores: list[int]
    ratings: list[tuple[float, float] | None] = []
    """At a rated table, by seat: before and after."""


class You(Struct):
    """What the one who reads this is at the table."""

    seat: int | None
    host: bool


class Offers(Struct):
    """What is on offer now: by which seat, and who has agreed so far."""

    draw: int | None = None
    undo: int | None = None
    undo_agreed: list[int] = []
    hints_agreed: list[int] = []
    """At a table with several people, hints are given once all of them agree."""


class Table(Struct):
    """A table as its reader may see it. One table is one match; a rematch is a new table."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    status: Literal["open", "playing", "over", "closed"]
    visibility: Literal["private", "public"]
    seats: list[Seat]
    host: Player | None
    you: You
    clock: Clock
    absent: Literal["bot", "forfeit"]
    rated: bool
    chat: bool
    aids: bool
    hints: bool
    """May the reader ask for a hint now?"""
    commitment: str
    """SHA-256 of the seed of all shuffles, before anybody has seen a card; the record tells the seed afterwards."""
    link: str
    created: int
    started: int | None = None
    ended: int | None = None
    offers: Offers = msgspec.field(default_factory=Offers)
    result: Result | None = None
    next: str | None = None
    """The table of the rematch."""
    spectators: int = 0
    special: bool = False
    """A lesson or a puzzle: it began with shuffles and moves that were given."""


class TableLine(Struct):
    """A table in a list."""

    id: str
    game: str
    players: int
    status: Literal["open", "playing", "over", "closed"]
    seats: list[Seat]
    clock: Clock
    rated: bool
    link: str
    created: int
    your_seat: int | None = None
    your_turn: bool = False


class Tables(Struct):
    tables: list[TableLine]


class GameOption(Struct):
    name: str
    summary: str
    default: Any
    choices: list[str] = []
    least: int | None = None
    most: int | None = None


class GameLine(Struct):
    """What a client must know to offer a game."""

    id: str
    name: str
    summary: str
    fewest: int
    most: int
    usual: int
    minutes: int
    designers: list[str]
    publisher: str
    options: list[GameOption]
    bots: list[str]
    """Levels, the weakest first."""


class Games(Struct):
    games: list[GameLine]


# --- what a client sends about a match --------------------------------------------------------------------------------
# Over a WebSocket these have their type in `type`; over HTTP the address says it, and `type` may be left out.


class Play(Request, tag="play"):
    """Makes moves for the own seat: usually one; several are one entry of the log, such as a bid sent whole."""

    moves: Moves
    id: OwnId | None = None
    seq: Annotated[int, Meta(ge=0)] | None = None
    """The last seq that the player had seen: a move that was meant for another situation is refused."""


class Resign(Request, tag="resign"):
    id: OwnId | None = None


class OfferDraw(Request, tag="offer_draw"):
    id: OwnId | None = None


class AnswerDraw(Request, tag="answer_draw"):
    agree: bool
    id: OwnId | None = None


class AskUndo(Request, tag="ask_undo"):
    id: OwnId | None = None


class AnswerUndo(Request, tag="answer_undo"):
    agree: bool
    id: OwnId | None = None


class AllowHints(Request, tag="allow_hints"):
    """Agrees, at a table with several people, that hints are given."""

    id: OwnId | None = None


class AskHint(Request, tag="ask_hint"):
    id: OwnId | None = None


class Say(Request, tag="say"):
    """A line of chat: a text of one's own, or a quick phrase by its code."""

    text: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    phrase: Annotated[str, Meta(max_length=32)] | None = None
    id: OwnId | None = None


class Beat(Request, tag="beat"):
    """Asks whether the connection stands; the server answers with its own beat."""

    id: OwnId | None = None


FromClient = Play | Resign | OfferDraw | AnswerDraw | AskUndo | AnswerUndo | AllowHints | AskHint | Say | Beat


# --- what the server sends --------------------------------------------------------------------------------------------


class Event(Struct):
    """A move as this viewer saw it."""

    seat: int
    move: str


class Times(Struct):
    """The clocks at this moment, by seat."""

    now: int
    """The server's time, to compare one's own with."""
    deadlines: list[int | None]
    """When a seat that is to act runs out of time."""
    left: list[int | None]
    """With a clock for the whole match: milliseconds that each seat has."""
    by_itself: int | None = None
    """When the server makes the next move itself, such as covering what was studied."""
    not_before: int | None = None
    """Before this time a move is held back, or refused: what happens must be followed."""


class ChatLine(Struct):
    number: int
    at: int
    player: Player
    seat: int | None
    text: str | None = None
    phrase: str | None = None


class Welcome(Struct, tag="welcome"):
    """The first message of a feed: everything that is needed to show the table."""

    table: Table
    seq: int
    view: dict[str, Any] | None
    """Null before the start."""
    times: Times | None
    chat: list[ChatLine]
    phrases: list[str]
    """The codes of the quick phrases."""


class TableChanged(Struct, tag="table"):
    """Somebody sat down, came, went; or an offer was made."""

    table: Table


class Happened(Struct, tag="event"):
    """An entry of the match's log. `view` is null only for entries that were missed and are sent again.

    Kinds besides `moves`: `began`; `resigned`, `forfeited`, `stand_in`, `returned` (of `seat`); `drawn`; `undone`,
    after which the view is that of an earlier position; `resumed`, after the server was away."""

    seq: int
    at: int
    kind: Literal["began", "moves", "resigned", "forfeited", "stand_in", "returned", "drawn", "undone", "resumed"]
    seat: int | None
    events: list[Event]
    view: dict[str, Any] | None
    times: Times | None
    over: bool = False
    """The match has ended; the table, which tells the result, follows."""


class Accepted(Struct, tag="accepted"):
    """A message was carried out, and is on disk."""

    id: str | None
    seq: int


class Refused(Struct, tag="refused"):
    """A message was not carried out; also the body of every HTTP error."""

    code: str
    arguments: dict[str, Any]
    sentence: str
    id: str | None = None


class Told(Struct):
    """A reason or a verdict."""

    code: str
    arguments: dict[str, Any]
    sentence: str


class Advice(Struct, tag="hint"):
    """The move that the hard bot would make, by what the seat may know."""

    seat: int
    move: str
    seq: int
    value: float | None
    exact: bool
    reason: Told
    verdict: Told | None
    id: str | None = None


class Chatted(Struct, tag="chat"):
    line: ChatLine


class ServerBeat(Struct, tag="beat"):
    """Sent at least every 15 seconds."""

    now: int
    id: str | None = None


class Bye(Struct, tag="bye"):
    """The last message before the server closes the connection."""

    code: str
    arguments: dict[str, Any]
    sentence: str


FromServer = Welcome | TableChanged | Happened | Accepted | Refused | Advice | Chatted | ServerBeat | Bye


# --- the stream of an account -----------------------------------------------------------------------------------------


class AccountEvent(Struct, tag="account"):
    """Something that concerns a player at some table: `invited`, `started`, `your_turn`, `over`, `rematch`."""

    kind: Literal["invited", "started", "your_turn", "over", "rematch"]
    table: str
    game: str
    seat: int | None
    now: int
    times: Times | None = None


# --- after the match --------------------------------------------------------------------------------------------------


class Past(Struct):
    """A match at an earlier moment. The view is null where it showed what is covered now."""

    seq: int
    last: int
    """The highest seq that there is."""
    kind: str
    at: int
    seat: int | None
    events: list[Event]
    view: dict[str, Any] | None


class Replay(Request):
    """A record to be looked at: `count` moments from ply `first` on, as `seat` saw them, or as a spectator did, or all
    `open`."""

    record: dict[str, Any]
    seat: SeatNumber | None = None
    open: bool = False
    first: Annotated[int, Meta(ge=0)] = 0
    count: Annotated[int, Meta(ge=1, le=50)] = 24


class Moment(Struct):
    """A position of a record, and what led to it; no events at the start, and where the seat noticed nothing."""

    events: list[Event]
    view: dict[str, Any]


class Replayed(Struct):
    moments: list[Moment]
    last: int
    """The ply of the record's end."""


class Standing(Struct):
    """What a player has done in a game."""

    game: str
    played: int
    won: int
    shared: int
    rating: float | None = None
    deviation: float | None = None


class Profile(Struct):
    player: Player
    since: int
    standings: list[Standing]


class Costly(Struct):
    """A costly move that a review found."""

    ply: int
    seat: int
    move: str
    better: str
    cost: float
    exact: bool
    reason: Told


class Review(Struct):
    """`done` of `of` moves are judged so far; ask again until all are."""

    done: int
    of: int
    mistakes: list[Costly]


class Puzzle(Struct):
    """The puzzle of a day; a table is set up with it by its date. Shuffles are not told here."""

    date: str
    game: str
    players: int
    options: dict[str, Any]
    beginning: Beginning
    goal: Told


class LessonStep(Struct):
    """What is said from that ply on: the code of a text."""

    at: int
    say: str


class Lesson(Struct):
    """A match that is told: the moves that it proposes, and what is said on the way."""

    game: str
    players: int
    seat: int
    moves: list[tuple[int, str]]
    steps: list[LessonStep]


# --- work for bots on other machines ----------------------------------------------------------------------------------


class Work(Struct):
    """What bots are to choose: the match so far, which seats they play at which level, and which of them act now."""

    id: str
    table: str
    game: str
    players: int
    options: dict[str, Any]
    shuffles: list[str]
    moves: list[tuple[int, str]]
    levels: dict[int, str]
    seeds: dict[int, int]
    acting: list[int]
    script: dict[int, list[str]] | None = None
    """In a lesson, the moves of each seat."""


class Choice(Struct):
    """What a bot does: several moves where the others notice only the last."""

    seat: int
    moves: list[str]


class WorkDone(Request):
    choices: list[Choice]


# --- whether it stands ------------------------------------------------------------------------------------------------


class Health(Struct):
    status: Literal["ok", "stopping"]
    version: str
