import { collect } from './collect'
import shell from './de.json'
import told from './told/de.json'

export const texts = collect(shell, import.meta.glob('../tables/*/de.json', { eager: true, import: 'default' }), told)
