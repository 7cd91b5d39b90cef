"""A match in the terminal: one person against bots that play at random.

It shows what `Position.view` tells, so it knows no game; it reads moves as the game writes them, or by their number.
"""

from __future__ import annotations

import random
import textwrap
from collections.abc import Callable
from typing import Any

from fivefold.games import BadInput, all_games, find
from fivefold.match import IllegalMove, Position, start
from fivefold.match.table_text import table_lines

HELP = "Type a move or its number; m lists your moves, v shows the table, q leaves."
WIDTH = 100


class Leave(Exception):
    """The player has had enough."""


def ask(question: str) -> str:
    try:
        return input(question).strip()
    except EOFError:
        print()
        raise Leave from None


def choose_game() -> str:
    """The game that the player wants, by number or id."""
    games = list(all_games().values())
    print("Fivefold: which game?\n")
    for number, game in enumerate(games, 1):
        print(f"  {number:2}  {game.about.name:24} {game.about.summary}")
    while True:
        answer = ask("\nNumber or name (q leaves): ")
        if answer == "q":
            raise Leave
        if answer.isdecimal() and 1 <= int(answer[:4]) <= len(games):
            return games[int(answer[:4]) - 1].id
        try:
            return find(answer).id
        except BadInput as error:
            print(f"{str(error)[0].upper()}{str(error)[1:]}.")


def play_match(
    game: str | None, players: int | None, seat: int, seed: int | None, options: Callable[[str], dict[str, Any]]
) -> None:
    """Plays one match; returns when it is over, or when the player leaves."""
    try:
        id = choose_game() if game is None else game
        position = start(id, players, options=options(id), seed=seed)
        if not 0 <= seat < position.players:
            raise BadInput(f"the seat is a number from 0 to {position.players - 1}, not {seat}")
        introduce(position, seat)
        chance = random.Random(seed)
        while not position.over:
            for other in position.to_act:
                if other in position.to_act:
                    take_turn(position, other, seat, chance)
        say_end(position, seat)
    except Leave:
        print("Good-bye.")


def introduce(position: Position, seat: int) -> None:
    about = position.game.about
    print(f"\n{about.name}: {about.summary}")
    if position.players > 1:
        print(f"You are seat {seat}; the others play at random. {HELP}\n")
    else:
        print(f"{HELP}\n")


def take_turn(position: Position, acting: int, seat: int, chance: random.Random) -> None:
    if acting == seat:
        own_move(position, seat)
        return
    move = chance.choice(position.legal(acting))
    if position.notices(acting, move, seat):
        print(f"  seat {acting}: {position.seen(acting, move, seat)}")
    position.play(move, acting)


def own_move(position: Position, seat: int) -> None:
    """Asks until a legal move is made."""
    moves = position.legal(seat)
    show(position, seat)
    list_moves(moves)
    while True:
        answer = ask(f"Your move, seat {seat}: " if position.players > 1 else "Your move: ")
        if answer == "q":
            raise Leave
        if answer == "v":
            show(position, seat)
        elif answer in ("m", "?", ""):
            list_moves(moves)
            print(HELP)
        else:
            try:
                position.play(chosen(answer, moves), seat)
                return
            except IllegalMove as refused:
                print(f"  {refused.sentence}")


def chosen(answer: str, moves: list[str]) -> str:
    """The move that an answer means: its number in the list, unless the game itself writes a move like that."""
    if answer not in moves and answer.isdecimal() and 1 <= int(answer[:6]) <= len(moves):
        return moves[int(answer[:6]) - 1]
    return answer


def list_moves(moves: list[str]) -> None:
    numbered = [f"{number}) {move}" for number, move in enumerate(moves, 1)]
    column = max(len(entry) for entry in numbered) + 2
    across = max(1, WIDTH // column)
    for row in range(0, len(numbered), across):
        print("  " + "".join(f"{entry:{column}}" for entry in numbered[row : row + across]))


def show(position: Position, seat: int) -> None:
    """The table, as the seat sees it."""
    view = position.view(seat)
    print()
    for line in table_lines(view["table"]):
        print(textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="      "))
    print(f"  scores: {', '.join(map(str, view['scores']))}\n")


def say_end(position: Position, seat: int) -> None:
    show(position, seat)
    if position.players == 1:
        print("Solved!" if position.winners else "Not solved this time.")
    elif position.winners == (seat,):
        print("You win!")
    elif seat in position.winners:
        print("You share the victory.")
    else:
        print(f"Won by {' and '.join(f'seat {winner}' for winner in position.winners)}.")
