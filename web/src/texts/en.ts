import { collect } from './collect'
import shell from './en.json'

export const texts = collect(shell, import.meta.glob('../tables/*/en.json', { eager: true, import: 'default' }))
