import type { Square } from './view'

/** How wide a square is at most, in pixels, and how much nearer than all at once a player can go. */
const WIDEST = 76
const NEAREST = 4
/** How many columns and rows are seen at least. */
const COLUMNS = 7
const ROWS = 5

interface Point { x: number; y: number }

/** What of the endless table is seen: by itself all pieces and what lies around them, nearer where the player wants. */
export class Lens {
  width = $state(0)
  height = $state(0)
  #near = $state(1)
  #pan = $state<Point>({ x: 0, y: 0 })
  #pieces: () => Square[]

  constructor(pieces: () => Square[]) {
    this.#pieces = pieces
  }

  readonly #edges = $derived.by(() => {
    const pieces = this.#pieces()
    const [xs, ys] = [pieces.map(([x]) => x), pieces.map(([, y]) => y)]
    if (!pieces.length) return { west: 0, east: 0, south: 0, north: 0 }
    return { west: Math.min(...xs) - 1, east: Math.max(...xs) + 1, south: Math.min(...ys) - 1, north: Math.max(...ys) + 1 }
  })
  readonly #columns = $derived(Math.max(COLUMNS, this.#edges.east - this.#edges.west + 1))
  readonly #rows = $derived(Math.max(ROWS, this.#edges.north - this.#edges.south + 1))
  /** How wide a square is when all are seen. */
  readonly fit = $derived(Math.max(8, Math.min(WIDEST, this.width / this.#columns, this.height / this.#rows)))
  readonly pitch = $derived(this.fit * this.#near)
  readonly #inside = $derived(this.#clamped(this.#pan))
  /** Where the south-west corner of 0,0 is. */
  readonly x = $derived(this.width / 2 + this.#inside.x - ((this.#edges.west + this.#edges.east + 1) / 2) * this.pitch)
  readonly y = $derived(this.height / 2 + this.#inside.y + ((this.#edges.south + this.#edges.north + 1) / 2) * this.pitch)
  readonly isNear = $derived(this.#near > 1)

  #clamped({ x, y }: Point): Point {
    const [across, along] = [Math.max(0, (this.#columns * this.pitch - this.width) / 2), Math.max(0, (this.#rows * this.pitch - this.height) / 2)]
    return { x: Math.min(across, Math.max(-across, x)), y: Math.min(along, Math.max(-along, y)) }
  }

  /** The top left corner of a square. */
  corner([x, y]: Square): Point {
    return { x: this.x + x * this.pitch, y: this.y - (y + 1) * this.pitch }
  }

  squareAt({ x, y }: Point): Square {
    return [Math.floor((x - this.x) / this.pitch), Math.ceil((this.y - y) / this.pitch) - 1]
  }

  /** Nearer or farther, while that point stays where it is. */
  zoom(factor: number, at: Point = { x: this.width / 2, y: this.height / 2 }) {
    const near = Math.min(NEAREST, Math.max(1, this.#near * factor))
    const by = near / this.#near
    const [x, y] = [at.x - this.width / 2, at.y - this.height / 2]
    const pan = { x: x - (x - this.#inside.x) * by, y: y - (y - this.#inside.y) * by }
    this.#near = near
    this.#pan = this.#clamped(pan)
  }

  move(x: number, y: number) {
    this.#pan = this.#clamped({ x: this.#inside.x + x, y: this.#inside.y + y })
  }

  everything() {
    this.#near = 1
    this.#pan = { x: 0, y: 0 }
  }

  /** Moves so far that the square is seen. */
  bringIn(square: Square) {
    const { x, y } = this.corner(square)
    const past = (at: number, room: number) => Math.max(0, -at) - Math.max(0, at + this.pitch - room)
    this.move(past(x, this.width), past(y, this.height))
  }
}
