/** The proof of a match's shuffles, as docs/fairness.md describes it: seed and nonces give back the order in which the cards lay before. */
import type { MatchRecord } from './api'
import type { Noted } from './nonce'
import { sha256 } from './sha256'

const NUMBERS = 2 ** 32

interface Fairness { commitment: string; seed: string; nonces: (string | null)[] }

/** What was found out, each a key of the catalogue with its verdict. */
export interface Finding { key: string; good: boolean; n?: number }

export function check(record: MatchRecord, promised: string, mine: Noted | null): Finding[] {
  const fairness = record.fairness as Fairness | undefined
  if (!fairness) return [{ key: 'fair.none', good: false }]
  const findings: Finding[] = [{ key: 'fair.seed', good: digits(sha256(bytes(fairness.seed))) === fairness.commitment && fairness.commitment === promised }]
  if (mine) findings.push({ key: 'fair.noted', good: mine.commitment === fairness.commitment && fairness.nonces.includes(mine.nonce) })
  const key = keyOf(fairness.seed, fairness.nonces)
  const shuffles = record.shuffles ?? []
  if (!shuffles.length) return [...findings, { key: 'fair.no_shuffles', good: true }]
  const good = shuffles.filter((text, n) => isPack(record, before(key, n, text.split(' ')), n)).length
  findings.push({ key: 'fair.shuffles', good: good === shuffles.length, n: good })
  return findings
}

const bytes = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
const digits = (data: Uint8Array): string => Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('')

function keyOf(seed: string, nonces: (string | null)[]): Uint8Array {
  const lines = ['fivefold shuffles', seed, ...nonces.flatMap((nonce, seat) => (nonce === null ? [] : [`${seat} ${nonce}`]))]
  return sha256(new TextEncoder().encode(lines.map((line) => `${line}\n`).join('')))
}

function* numbers(key: Uint8Array, shuffle: number): Generator<number> {
  for (let at = 0; ; at++) {
    const data = new DataView(new ArrayBuffer(48))
    key.forEach((byte, i) => data.setUint8(i, byte))
    data.setBigUint64(32, BigInt(shuffle))
    data.setBigUint64(40, BigInt(at))
    const digest = new DataView(sha256(new Uint8Array(data.buffer)).buffer)
    for (let i = 0; i < 32; i += 4) yield digest.getUint32(i)
  }
}

/** The cards as they lay before the shuffle. */
function before(key: Uint8Array, shuffle: number, cards: string[]): string[] {
  const stream = numbers(key, shuffle)
  const pairs: [number, number][] = []
  for (let place = cards.length - 1; place > 0; place--) {
    const even = NUMBERS - (NUMBERS % (place + 1))
    let number = even
    while (number >= even) number = stream.next().value as number
    pairs.push([place, number % (place + 1)])
  }
  for (const [one, other] of pairs.reverse()) [cards[one], cards[other]] = [cards[other]!, cards[one]!]
  return cards
}

// --- how the cards lie before a shuffle -----------------------------------------------------------------------------

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)

function fives(colours: string, players: number): string[] {
  const most = players === 3 ? 9 : 13
  return [...colours].flatMap((colour, i) => (i === 0 ? [...range(0, 4), ...range(6, most)] : range(1, most)).map((rank) => colour + rank))
}

function crowns(packs: number): string[] {
  const ranks = ['3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']
  const cards = [...'*HCSD'].flatMap((suit) => ranks.flatMap((rank) => Array<string>(2 * packs).fill(rank + suit)))
  return [...cards, ...Array<string>(6 * packs).fill('Jo')]
}

const SCORE5 = ['G80 G125 G150 B85 B120 B135 R90 R115 R130 Y95 Y105 Y140 P100 P110 P145', 'Y30 Y55 B35 B70 R40 R65 P45 P60 G50 G75']
const TORRIS = [...'wb'].flatMap((colour) => [...'1234'].flatMap((mark) => Array<string>(4).fill(colour + mark)))

/** Is this how the cards of shuffle `n` lie before it? Of a renewed draw pile only the order of play tells: `fivefold verify` checks that, too. */
function isPack(record: MatchRecord, cards: string[], n: number): boolean {
  const found = cards.join(' ')
  switch (record.game) {
    case 'fives': return found === fives('MBGS', record.players).join(' ')
    case 'green_fivura': return found === fives('GOKP', record.players).join(' ')
    case 'torris': return found === TORRIS.join(' ')
    case 'score5': return record.options?.cards !== undefined || found === SCORE5[n]
    case 'five_crowns_solitaire': return found === crowns(1).join(' ')
    case 'five_crowns': {
      const pack = crowns(record.players >= 8 ? 2 : 1)
      return cards.length < pack.length || found === pack.join(' ')
    }
    default: return false
  }
}
