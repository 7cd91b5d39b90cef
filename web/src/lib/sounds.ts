/** Sounds drawn in code: short, quiet, and off until somebody wants them. */
import { settings } from './settings.svelte'

export type Sound = 'move' | 'turn' | 'refused' | 'won' | 'lost' | 'chat'

/** Notes as [frequency in hertz, start in seconds, length, loudness]. */
const NOTES: Record<Sound, [number, number, number, number][]> = {
  move: [[210, 0, .07, .5], [130, .01, .09, .5]],
  turn: [[523, 0, .14, .4], [784, .12, .26, .4]],
  refused: [[150, 0, .1, .4], [140, .12, .1, .4]],
  won: [[523, 0, .16, .4], [659, .13, .16, .4], [784, .26, .16, .4], [1047, .39, .4, .4]],
  lost: [[440, 0, .2, .3], [392, .18, .2, .3], [330, .36, .36, .3]],
  chat: [[880, 0, .08, .25]],
}

let context: AudioContext | null = null

export function sound(name: Sound): void {
  if (!settings.sounds) return
  context ??= new AudioContext()
  for (const note of NOTES[name]) strike(context, ...note)
}

function strike(audio: AudioContext, frequency: number, start: number, length: number, loudness: number): void {
  const [at, tone, gain] = [audio.currentTime + start, audio.createOscillator(), audio.createGain()]
  tone.type = 'triangle'
  tone.frequency.value = frequency
  gain.gain.setValueAtTime(loudness * .25, at)
  gain.gain.exponentialRampToValueAtTime(.0001, at + length)
  tone.connect(gain).connect(audio.destination)
  tone.start(at)
  tone.stop(at + length)
}
