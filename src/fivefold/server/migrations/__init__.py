"""The database's schema, step by step. `upgrade` brings any older database to the newest; Alembic keeps the steps."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from fivefold.server.schema import metadata

NEWEST = "0001"
"""The last step in `versions`: where it is reached, Alembic need not even be loaded."""


def upgrade(connection: Connection) -> None:
    """Makes the schema the newest, in the transaction that is under way."""
    if version(connection) == NEWEST:
        return
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    if connection.dialect.name == "postgresql":  # of several servers that start at once, one does it
        connection.execute(text("SELECT pg_advisory_xact_lock(5555)"))
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    steps = ScriptDirectory.from_config(config)
    with EnvironmentContext(config, steps, fn=lambda revision, _: steps._upgrade_revs("head", revision)) as environment:
        environment.configure(connection=connection, target_metadata=metadata)
        environment.run_migrations()


def version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found
