"""The tables of the database. Times are milliseconds since 1970 (UTC); documents are JSON.

The truth of a match is `log`: its primary key lets one of two entries that claim the same seq win.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()

ID = String(32)

players = Table(
    "players",
    metadata,
    Column("id", ID, primary_key=True),
    Column("name", String(24), nullable=False),
    Column("bot", Boolean, nullable=False, default=False),
    Column("owner", ID, index=True),  # whose bot it is
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("banned", Boolean, nullable=False, default=False),
    Column("secret", String(128), unique=True),  # hash of the recovery phrase, or of a bot's token
    Column("webhook", String(500)),
)

tables = Table(
    "tables",
    metadata,
    Column("id", ID, primary_key=True),
    Column("version", Integer, nullable=False),  # of the document: whoever changes it says which one it saw
    Column("game", String(32), nullable=False),
    Column("status", String(8), nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("due", BigInteger),  # when the server must look after it, at the latest
    Column("document", Text, nullable=False),
    Index("tables_listed", "visibility", "status", "created"),
    Index("tables_due", "due"),
    Index("tables_untouched", "status", "touched"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player_id", ID, nullable=False, index=True),
)

invitations = Table(
    "invitations",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", ID, primary_key=True, index=True),
    Column("at", BigInteger, nullable=False),
)

log = Table(
    "log",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("seat", Integer),
    Column("own_id", String(64)),  # what its sender called it
    Column("detail", Text, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("player_id", ID, nullable=False, index=True),
    Column("seat", Integer),
    Column("text", String(200)),
    Column("phrase", String(32)),
    Column("own_id", String(64)),
)

results = Table(
    "results",
    metadata,
    Column("table_id", ID, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player_id", ID, nullable=False, index=True),
    Column("game", String(32), nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("outcome", String(8), nullable=False),  # won, shared, lost
)

ratings = Table(
    "ratings",
    metadata,
    Column("player_id", ID, primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
)

settings = Table(
    "settings",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
