/** Moves that were chosen and not yet acknowledged, kept until they are: across a lost connection and a reload. Sent again under the same id they are done only once. */
import type { Play } from './messages'

const place = (table: string): string => `fivefold.outbox.${table}`

/** So that no two tabs or visits give two messages the same name. */
const VISIT = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('')
let count = 0

export const newId = (): string => `${VISIT}-${++count}`

export function kept(table: string): Play[] {
  try {
    return JSON.parse(localStorage.getItem(place(table)) ?? '[]') as Play[]
  } catch {
    return []
  }
}

export function keep(table: string, messages: Play[]): void {
  if (messages.length) localStorage.setItem(place(table), JSON.stringify(messages))
  else localStorage.removeItem(place(table))
}
