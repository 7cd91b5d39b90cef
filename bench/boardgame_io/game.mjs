// The peer's game: four players, 52 cards, hands that nobody else may see, tricks in which the colour must be followed,
// four hands. As many moves, as many cards and as much to hide as in Fives.
import { PlayerView } from "boardgame.io/dist/cjs/core.js";

const COLOURS = "MBGS";
const HANDS = 4;
const SEATS = 4;

const pack = () => [...COLOURS].flatMap((colour) => Array.from({ length: 13 }, (_, i) => colour + (i + 1)));
const value = (card) => Number(card.slice(1));

function deal(G, random) {
  const cards = random.Shuffle(pack());
  for (let seat = 0; seat < SEATS; seat++) G.players[seat].hand = cards.slice(13 * seat, 13 * seat + 13);
  G.left = Array(SEATS).fill(13);
  G.won = Array.from({ length: SEATS }, () => []);
}

export function legal(G, seat) {
  const { hand } = G.players[seat];
  const following = G.trick.length ? hand.filter((card) => card[0] === G.trick[0].card[0]) : [];
  return following.length ? following : hand;
}

function takeTrick(G) {
  const rank = ({ card }) => (card[0] === "S" ? 100 : card[0] === G.trick[0].card[0] ? 50 : 0) + value(card);
  const best = G.trick.reduce((one, other) => (rank(other) > rank(one) ? other : one));
  G.won[best.seat].push(best.card);
  G.trick = [];
  G.next = best.seat;
}

function play({ G, playerID, random, events }, card) {
  const seat = Number(playerID);
  if (!legal(G, seat).includes(card)) return "INVALID_MOVE";
  const { hand } = G.players[seat];
  hand.splice(hand.indexOf(card), 1);
  G.left[seat]--;
  G.trick.push({ seat, card });
  G.next = (seat + 1) % SEATS;
  if (G.trick.length === SEATS) takeTrick(G);
  if (G.left.every((count) => count === 0)) {
    for (let seat = 0; seat < SEATS; seat++) G.chips[seat] += G.won[seat].length;
    if (++G.hand === HANDS) events.endGame({ chips: G.chips });
    else deal(G, random);
  }
}

export const game = {
  name: "cards",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  disableUndo: true,
  setup({ random }) {
    const G = { players: {}, trick: [], next: 0, hand: 0, chips: Array(SEATS).fill(5) };
    for (let seat = 0; seat < SEATS; seat++) G.players[seat] = {};
    deal(G, random);
    return G;
  },
  moves: { play: { move: play, client: false } },
  turn: { minMoves: 1, maxMoves: 1, order: { first: () => 0, next: ({ G }) => G.next } },
  playerView: PlayerView.STRIP_SECRETS,
};
