// Made from src/fivefold/server/messages.py: change that, and run `python web/dev/messages.py`.

export interface Player {
  id: string
  name: string
  bot: boolean
}

export interface Me {
  player: Player | null
  now: number
}

export interface NewGuest {
  name: string
}

export interface Rename {
  name: string
}

export interface Webhook {
  url: string | null
}

export interface Phrase {
  phrase: string
}

export interface Recover {
  phrase: string
}

export interface NewBot {
  name: string
}

export interface BotAccount {
  player: Player
  created: number
  token: string | null
}

export interface Clock {
  kind?: 'days' | 'match' | 'move' | 'none'
  seconds?: number | null
  increment?: number
  days?: number | null
}

export interface Beginning {
  shuffles?: string[]
  moves?: [number, string][]
}

export interface NewTable {
  game: string
  players?: number | null
  options?: Record<string, any>
  visibility?: 'private' | 'public'
  clock?: Clock
  absent?: 'bot' | 'forfeit'
  rated?: boolean
  chat?: boolean | null
  aids?: boolean
  sit?: boolean
  bots?: string | null
  start?: boolean
  beginning?: Beginning | null
  puzzle?: string | null
  lesson?: boolean
}

export interface Sit {
  seat?: number | null
  nonce?: string | null
}

export interface SeatBot {
  level: string
  seat?: number | null
}

export interface Unseat {
  seat: number
}

export interface Invite {
  player: string
}

export interface Seat {
  seat: number
  player: Player | null
  bot: string | null
  stand_in: string | null
  here: boolean
  out: boolean
  nonce: boolean
}

export interface Result {
  by: 'draw' | 'forfeit' | 'play' | 'resignation'
  winners: number[]
  scores: number[]
  ratings: ([number, number] | null)[]
}

export interface You {
  seat: number | null
  host: boolean
}

export interface Offers {
  draw: number | null
  undo: number | null
  undo_agreed: number[]
  hints_agreed: number[]
}

export interface Table {
  id: string
  game: string
  players: number
  options: Record<string, any>
  status: 'closed' | 'open' | 'over' | 'playing'
  visibility: 'private' | 'public'
  seats: Seat[]
  host: Player | null
  you: You
  clock: Clock
  absent: 'bot' | 'forfeit'
  rated: boolean
  chat: boolean
  aids: boolean
  hints: boolean
  commitment: string
  link: string
  created: number
  started: number | null
  ended: number | null
  offers: Offers
  result: Result | null
  next: string | null
  spectators: number
  special: boolean
}

export interface TableLine {
  id: string
  game: string
  players: number
  status: 'closed' | 'open' | 'over' | 'playing'
  seats: Seat[]
  clock: Clock
  rated: boolean
  link: string
  created: number
  your_seat: number | null
  your_turn: boolean
}

export interface Tables {
  tables: TableLine[]
}

export interface GameOption {
  name: string
  summary: string
  default: any
  choices: string[]
  least: number | null
  most: number | null
}

export interface GameLine {
  id: string
  name: string
  summary: string
  fewest: number
  most: number
  usual: number
  minutes: number
  designers: string[]
  publisher: string
  options: GameOption[]
  bots: string[]
}

export interface Games {
  games: GameLine[]
}

export interface Play {
  type: 'play'
  moves: string[]
  id?: string | null
  seq?: number | null
}

export interface Resign {
  type: 'resign'
  id?: string | null
}

export interface OfferDraw {
  type: 'offer_draw'
  id?: string | null
}

export interface AnswerDraw {
  type: 'answer_draw'
  agree: boolean
  id?: string | null
}

export interface AskUndo {
  type: 'ask_undo'
  id?: string | null
}

export interface AnswerUndo {
  type: 'answer_undo'
  agree: boolean
  id?: string | null
}

export interface AllowHints {
  type: 'allow_hints'
  id?: string | null
}

export interface AskHint {
  type: 'ask_hint'
  id?: string | null
}

export interface Say {
  type: 'say'
  text?: string | null
  phrase?: string | null
  id?: string | null
}

export interface Beat {
  type: 'beat'
  id?: string | null
}

export type FromClient = Play | Resign | OfferDraw | AnswerDraw | AskUndo | AnswerUndo | AllowHints | AskHint | Say | Beat

export interface Event {
  seat: number
  move: string
}

export interface Times {
  now: number
  deadlines: (number | null)[]
  left: (number | null)[]
  by_itself: number | null
  not_before: number | null
}

export interface ChatLine {
  number: number
  at: number
  player: Player
  seat: number | null
  text: string | null
  phrase: string | null
}

export interface Welcome {
  type: 'welcome'
  table: Table
  seq: number
  view: Record<string, any> | null
  times: Times | null
  chat: ChatLine[]
  phrases: string[]
}

export interface TableChanged {
  type: 'table'
  table: Table
}

export interface Happened {
  type: 'event'
  seq: number
  at: number
  kind: 'began' | 'drawn' | 'forfeited' | 'moves' | 'resigned' | 'resumed' | 'returned' | 'stand_in' | 'undone'
  seat: number | null
  events: Event[]
  view: Record<string, any> | null
  times: Times | null
  over: boolean
}

export interface Accepted {
  type: 'accepted'
  id: string | null
  seq: number
}

export interface Refused {
  type: 'refused'
  code: string
  arguments: Record<string, any>
  sentence: string
  id: string | null
}

export interface Told {
  code: string
  arguments: Record<string, any>
  sentence: string
}

export interface Advice {
  type: 'hint'
  seat: number
  move: string
  seq: number
  value: number | null
  exact: boolean
  reason: Told
  verdict: Told | null
  id: string | null
}

export interface Chatted {
  type: 'chat'
  line: ChatLine
}

export interface ServerBeat {
  type: 'beat'
  now: number
  id: string | null
}

export interface Bye {
  type: 'bye'
  code: string
  arguments: Record<string, any>
  sentence: string
}

export type FromServer = Welcome | TableChanged | Happened | Accepted | Refused | Advice | Chatted | ServerBeat | Bye

export interface AccountEvent {
  type: 'account'
  kind: 'invited' | 'over' | 'rematch' | 'started' | 'your_turn'
  table: string
  game: string
  seat: number | null
  now: number
  times: Times | null
}

export interface Past {
  seq: number
  last: number
  kind: string
  at: number
  seat: number | null
  events: Event[]
  view: Record<string, any> | null
}

export interface Replay {
  record: Record<string, any>
  seat?: number | null
  open?: boolean
  first?: number
  count?: number
}

export interface Moment {
  events: Event[]
  view: Record<string, any>
}

export interface Replayed {
  moments: Moment[]
  last: number
}

export interface Standing {
  game: string
  played: number
  won: number
  shared: number
  rating: number | null
  deviation: number | null
}

export interface Profile {
  player: Player
  since: number
  standings: Standing[]
}

export interface Costly {
  ply: number
  seat: number
  move: string
  better: string
  cost: number
  exact: boolean
  reason: Told
}

export interface Review {
  done: number
  of: number
  mistakes: Costly[]
}

export interface Puzzle {
  date: string
  game: string
  players: number
  options: Record<string, any>
  beginning: Beginning
  goal: Told
}

export interface LessonStep {
  at: number
  say: string
}

export interface Lesson {
  game: string
  players: number
  seat: number
  moves: [number, string][]
  steps: LessonStep[]
}

export interface Work {
  id: string
  table: string
  game: string
  players: number
  options: Record<string, any>
  shuffles: string[]
  moves: [number, string][]
  levels: Record<string, string>
  seeds: Record<string, number>
  acting: number[]
  script: Record<string, string[]> | null
}

export interface Choice {
  seat: number
  moves: string[]
}

export interface WorkDone {
  choices: Choice[]
}

export interface Health {
  status: 'ok' | 'stopping'
  version: string
}
