import { collect } from './collect'
import shell from './ja.json'
import told from './told/ja.json'

export const texts = collect(shell, import.meta.glob('../tables/*/ja.json', { eager: true, import: 'default' }), told)
