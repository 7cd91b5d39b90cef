/** What a view of Five Wins holds under `table`; see games/five_wins/view.py. Squares are [x, y], y upwards. */
export type Square = [number, number]

export interface FiveWinsTable {
  phase: 'placing' | 'moving' | 'over'
  turn: number | null
  pieces: [Square[], Square[]]
  to_place: [number, number]
  /** Where a piece can be placed in the first phase. */
  places: Square[]
  /** What the seat to move may lift, and what becomes of it; several of one piece where several groups are the largest. */
  lifts: Lift[]
  moves_without_capture: number
  draw_after: number
  /** The winning line, in order. */
  line: Square[]
}

export interface Lift {
  piece: Square
  /** The group that stays, by its smallest square, where the mover chooses. */
  keep: Square | null
  captured: Square[]
  targets: Square[]
}

export const nameOf = ([x, y]: Square): string => `${x},${y}`

export function squareOf(name: string): Square {
  const [x = 0, y = 0] = name.split(',').map(Number)
  return [x, y]
}

/** `2,-1` or `2,-1>0,3` or `2,-1>0,3=1,1`, taken apart. */
export function readMove(move: string): { from: string | null; to: string; keep: string | null } {
  const [way = '', keep = null] = move.split('=')
  const [first = '', second] = way.split('>')
  return second === undefined ? { from: null, to: first, keep } : { from: first, to: second, keep }
}
