/** SHA-256. The browser's own is missing on pages that came over plain http from another machine, which is how friends in one house play. */
const first = (n: number): number[] => {
  const primes: number[] = []
  for (let candidate = 2; primes.length < n; candidate++) if (primes.every((prime) => candidate % prime)) primes.push(candidate)
  return primes
}
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0
const START = first(8).map((prime) => fraction(Math.sqrt(prime)))
const ROUND = first(64).map((prime) => fraction(Math.cbrt(prime)))
const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by))

export function sha256(data: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((data.length + 9) / 64) * 64)
  padded.set(data)
  padded[data.length] = 0x80
  const words = new DataView(padded.buffer)
  words.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29))
  words.setUint32(padded.length - 4, data.length * 8)
  const hash = [...START]
  for (let at = 0; at < padded.length; at += 64) block(hash, words, at)
  const out = new DataView(new ArrayBuffer(32))
  hash.forEach((word, i) => out.setUint32(i * 4, word))
  return new Uint8Array(out.buffer)
}

function block(hash: number[], words: DataView, at: number): void {
  const w = Array.from({ length: 16 }, (_, i) => words.getInt32(at + i * 4))
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w[i - 15]!, w[i - 2]!]
    w.push((w[i - 16]! + w[i - 7]! + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0)
  }
  let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i]! + w[i]!) | 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i]! + word) | 0))
}
