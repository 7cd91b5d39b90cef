import type { Component, Snippet } from 'svelte'
import type { Translate } from './i18n.svelte'

/** A match as one viewer sees it; `table` is the game's own part, and its type stands in the game's folder. */
export interface GameView<Table = any> {
  game: string
  players: number
  options: Record<string, unknown>
  seat: number | null
  ply: number
  to_act: number[]
  legal: string[]
  scores: number[]
  over: boolean
  winners: number[]
  table: Table
}

/** What happened, as this viewer may know it. */
export interface GameEvent {
  seat: number
  move: string
}

export interface TableProps<Table = any> {
  view: GameView<Table>
  /** What just happened, for animation; null on first load or when several things happened at once. */
  event: GameEvent | null
  /** By seat; the viewer's own seat is "You" in the reader's language. */
  names: string[]
  /** Which seats are played by bots. */
  bots: boolean[]
  /** Which seats have lost their connection or left. */
  absent?: boolean[]
  /** Epoch milliseconds by seat, where a clock runs. */
  deadlines?: (number | null)[]
  /** Epoch milliseconds at which the server makes the next move itself, such as covering what was studied. */
  byItself?: number | null
  /** Epoch milliseconds before which no move is accepted: what happens must be followed. */
  notBefore?: number | null
  /** May be shown, on request, what can be worked out from what was open (SCORE 5's hands)? Yes if left out. */
  aids?: boolean
  /** The one sentence that the table shows under its middle, in `<p class="say">`: `sentence()`, or for a moment why something was refused. */
  sentence: string
  /** The shell's buttons (hint, undo): the table renders them left of its main button, in `<div class="do">`. */
  tools?: Snippet
  /** Moves sent and not yet acknowledged: shown as chosen. */
  pending: string[]
  /** A move to highlight. */
  hint: string | null
  /** Sends one message; several moves of the seat are one entry. An illegal one is fine: the shell shows the server's reason in words. */
  play: (moves: string[]) => void
  /** Puts a sentence of the table's own in the place of `sentence`, until the next event. */
  say: (text: string) => void
  /** Takes the last move back; where a match may (a single player's). A table that takes these two draws their buttons itself. */
  undo?: () => void
  /** Begins the same match anew. */
  restart?: () => void
  /** No animation: reduced motion, or a jump in a replay. */
  still: boolean
  /** Spectator or replay: nothing can be played. */
  readonly: boolean
}

/** `say.ts` of a game. */
export interface Saying {
  /** What is going on and what may be done, in one sentence. */
  sentence: (view: GameView, names: string[], t: Translate) => string
  /** An event said to a screen reader and written in the history, without what the viewer may not know. `view` is the view after it. */
  announce: (event: GameEvent, view: GameView, names: string[], t: Translate) => string
  /** For how many milliseconds an event is looked at before the next one is shown, if others wait; 650 where a game says nothing. */
  pace?: (event: GameEvent, view: GameView) => number
  /** How a move is written down, where not as it is: what players must remember is kept nowhere. */
  remembered?: (move: string) => string
}

const tables = import.meta.glob<{ default: Component<TableProps> }>('../tables/*/Table.svelte')
const sayings = import.meta.glob<Saying>('../tables/*/say.ts')
const pictures = import.meta.glob<{ default: Component }>('../tables/*/Picture.svelte')

async function part<Part>(parts: Record<string, () => Promise<Part>>, game: string, file: string): Promise<Part> {
  const load = parts[`../tables/${game}/${file}`]
  if (!load) throw new Error(`no ${file} for ${game}`)
  return load()
}

export async function loadTable(game: string): Promise<{ Table: Component<TableProps>; say: Saying }> {
  const [table, say] = await Promise.all([part(tables, game, 'Table.svelte'), part(sayings, game, 'say.ts')])
  return { Table: table.default, say }
}

export const loadPicture = async (game: string): Promise<Component> => (await part(pictures, game, 'Picture.svelte')).default

/** The games that have a table. */
export const drawn = (): string[] => Object.keys(tables).map((path) => path.split('/').at(-2)!).sort()
