/** What a view of Torris holds under `table`; see games/torris/view.py. */
export interface TorrisTable {
  /** By square, the pieces from bottom to top: `w3` is a white piece with mark 3. */
  stacks: Record<string, string[]>
  towers: number[][]
  points: number[]
  highest: number[]
  turn: number | null
  blocked: number[]
  closing: 'block' | 'line'
  /** What the seat to move may do, and what closes up then. */
  moves: Move[]
  /** Where a mark leads but the stack is too low: from and to. */
  too_low: [string, string][]
}

export interface Move {
  from: string
  to: string
  height: number
  closing_up: [string, string][]
}

export const COLUMNS = 'abcdefgh'
export const ROWS = '1234'

/** Where a square lies on the screen, in squares from the top left. */
export function placeOf(square: string): { x: number; y: number } {
  return { x: COLUMNS.indexOf(square.charAt(0)), y: ROWS.length - 1 - ROWS.indexOf(square.charAt(1)) }
}

/** All squares as they are read: row 4 from a to h, then row 3 ... */
export const SQUARES = [...ROWS].reverse().flatMap((row) => [...COLUMNS].map((column) => column + row))
