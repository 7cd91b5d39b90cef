/** A refusal, reason or verdict in the reader's language: by its code, else the English sentence that came with it. */
import { known, t, type Arguments } from './i18n.svelte'
import { Refusal } from './api'

interface Told { code: string; arguments: Record<string, unknown>; sentence: string }

export function told({ code, arguments: args, sentence }: Told, game = ''): string {
  const key = [`${game}.told.${code}`, `told.${code}`].find((one) => known(one))
  return key ? t(key, named(args, game)) : sentence
}

/** A colour or symbol is sent by its letter. */
function named(args: Record<string, unknown>, game: string): Arguments {
  const said: Arguments = {}
  for (const [name, value] of Object.entries(args)) {
    const key = `${game}.told.${name}.${String(value)}`
    said[name] = known(key) ? t(key) : Array.isArray(value) ? value.join(', ') : typeof value === 'number' ? value : String(value)
  }
  return said
}

export const why = (error: unknown, game = ''): string =>
  error instanceof Refusal ? told({ code: error.code, arguments: error.args, sentence: error.message }, game) : String(error)
