/** A table without a server: `/dev/?game=fives&at=17&theme=dark&lang=de`, from the fixtures that `dev/fixtures.py` writes. */
import { mount } from 'svelte'
import { speak, type Language } from '../src/lib/i18n.svelte'
import { loadTable, type GameEvent, type GameView } from '../src/lib/table'
import '../src/look.css'
import Dev from './Dev.svelte'

interface Fixture { names: string[]; bots: boolean[]; steps: { event: GameEvent | null; view: GameView }[] }

const asked = new URLSearchParams(location.search)
const game = asked.get('game') ?? 'fives'
document.documentElement.dataset.theme = asked.get('theme') ?? 'light'
await speak((asked.get('lang') ?? 'en') as Language)
const fixture: Fixture = await (await fetch(`/dev/fixtures/${asked.get('fixture') ?? game}.json`)).json()
const { Table, say } = await loadTable(game)
mount(Dev, { target: document.getElementById('page')!, props: { ...fixture, Table, say, first: Number(asked.get('at') ?? 0) } })
