// Plays at many tables at once, and measures: the same for both servers. `node drive.mjs SETTINGS`, settings in JSON.
// Says on its standard output, a line of JSON each, how far it is, and waits for a line before it goes on, so that
// whoever started it can look at the server meanwhile.
import { createInterface } from "node:readline";
import * as boardgameIo from "./peer.mjs";
import * as fivefold from "./fivefold.mjs";

const settings = JSON.parse(process.argv[2]);
const { join } = { "boardgame.io": boardgameIo, fivefold }[settings.server];
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const SEATS = 4;

async function say(told) {
  console.log(JSON.stringify(told));
  await lines.next();
}

/** One table: sends a move, and the next one once everybody has seen it. */
class Table {
  constructor(number) {
    this.number = number;
    this.seen = 0; // how many viewers have seen the last move
    this.acknowledged = true;
    this.sentAt = null;
    this.next = null; // how the next move is sent
  }

  /** A viewer has seen a move; `next` sends the following one, if that is for this viewer to do. */
  saw(next) {
    if (next) this.next = next;
    if (++this.seen === SEATS && this.sentAt !== null) {
      measured.latency.push(performance.now() - this.sentAt);
      measured.moves++;
      this.goOn();
    }
  }

  accepted() {
    this.acknowledged = true;
    measured.acknowledged.push(performance.now() - this.sentAt);
    this.goOn();
  }

  goOn() {
    if (this.seen < SEATS || !this.acknowledged || stopped) return;
    const pause = settings.pace ? Math.max(0, this.due - performance.now()) : 0;
    if (pause) setTimeout(() => this.send(), pause);
    else this.send();
  }

  send() {
    const next = this.next;
    if (stopped || !next) return;
    this.seen = 0;
    this.acknowledged = false;
    this.next = null;
    this.sentAt = performance.now();
    this.due = this.sentAt + (settings.pace ?? 0);
    next();
  }
}

/** Runs so many at a time. */
async function forAll(items, atOnce, run) {
  const left = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left.length) await run(left.shift());
    }),
  );
}

function quantile(sorted, share) {
  return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] : null;
}

function summary(values) {
  const sorted = Float64Array.from(values).sort();
  return { median: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), longest: quantile(sorted, 1) };
}

let stopped = false;
const fresh = () => ({ moves: 0, latency: [], acknowledged: [] });
let measured = fresh();
const tables = Array.from({ length: settings.tables }, (_, number) => new Table(number));
const opened = new Map();

await say({ phase: "begun" });
await forAll(tables, 8, async (table) => opened.set(table, await join(settings, table)));
await say({ phase: "made" });
await forAll(tables, 8, (table) => opened.get(table)());
await say({ phase: "connected" });
for (const table of tables) setTimeout(() => table.send(), (settings.pace ?? 1000) * Math.random());
const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
await sleep(settings.warmup);
measured = fresh();
const began = performance.now();
const before = process.cpuUsage();
await sleep(settings.seconds);
const seconds = (performance.now() - began) / 1000;
const used = process.cpuUsage(before);
stopped = true;
await say({
  phase: "measured",
  moves: measured.moves / seconds,
  acknowledged: measured.acknowledged.length / seconds,
  latency: summary(measured.latency),
  acknowledgement: summary(measured.acknowledged),
  driver: (used.user + used.system) / 1e6 / seconds,
});
process.exit(0);
