/** Who sits where, in words. */
import { t } from './i18n.svelte'
import type { Seat, Table } from './messages'

/** Short names for bots, by seat. */
const BOTS = ['Ada', 'Bo', 'Cleo', 'Dov', 'Eli', 'Fay', 'Gus', 'Ivo', 'Jun', 'Kim', 'Lou', 'Mio', 'Noa', 'Oz']

export function seatName(seat: Seat, you: number | null): string {
  if (seat.seat === you) return t('you')
  return seat.player?.name ?? (seat.bot ? BOTS[seat.seat]! : t('seat.free'))
}

export const seatNames = (table: { seats: Seat[] }, you: number | null): string[] => table.seats.map((seat) => seatName(seat, you))

export const isFree = (seat: Seat): boolean => !seat.player && !seat.bot

export const isBot = (seat: Seat): boolean => Boolean(seat.bot ?? seat.stand_in ?? seat.player?.bot)

/** People besides me. */
export const others = (table: Table): Seat[] => table.seats.filter((seat) => seat.player && !seat.player.bot && seat.seat !== table.you.seat)

export const level = (name: string): string => t(`level.${name}`)
