/** The own share in a match's shuffles, and the table's promise, noted when sitting down: afterwards the page checks that both were kept. */
import type { Table } from './messages'

export interface Noted { commitment: string; nonce: string }

const place = (table: string): string => `fivefold.noted.${table}`

export function keepNonce(table: Table): string {
  const nonce = noted(table.id)?.nonce ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  localStorage.setItem(place(table.id), JSON.stringify({ commitment: table.commitment, nonce } satisfies Noted))
  return nonce
}

export function noted(table: string): Noted | null {
  try {
    return JSON.parse(localStorage.getItem(place(table)) ?? 'null') as Noted | null
  } catch {
    return null
  }
}
