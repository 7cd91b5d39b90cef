/** What a view of Clear Up holds under `table`; see games/clear_up/view.py. */
export interface ClearUpTable {
  /** The squares with a piece. */
  pieces: string[]
  left: number
}

export const COLUMNS = 'abcdef'
export const ROWS = '123456'
export const PIECES = 32

/** Where a square lies on the screen, in squares from the top left. */
export function placeOf(square: string): { x: number; y: number } {
  return { x: COLUMNS.indexOf(square.charAt(0)), y: ROWS.length - 1 - ROWS.indexOf(square.charAt(1)) }
}

/** All squares as they are read: row 6 from a to f, then row 5 ... */
export const SQUARES = [...ROWS].reverse().flatMap((row) => [...COLUMNS].map((column) => column + row))

/** The square in the middle of a jump. */
export function jumpedOver(from: string, to: string): string {
  const middle = (name: string, index: number) => name[(name.indexOf(from.charAt(index)) + name.indexOf(to.charAt(index))) / 2] ?? ''
  return middle(COLUMNS, 0) + middle(ROWS, 1)
}

/** Ivory and coal lie like a chessboard: a jump goes two squares, so every piece stays on its own colour. */
export function isWhite(square: string): boolean {
  const { x, y } = placeOf(square)
  return (x + y) % 2 === 0
}
