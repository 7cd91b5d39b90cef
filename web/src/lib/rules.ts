/** The rules pages, which are docs/games of the project: one chunk a game and language, and a renderer of just the Markdown they use. */
const pages = import.meta.glob<string>(['../../../docs/games/*.md', '../../../docs/games/*/*.md'], { query: '?raw', import: 'default' })

export async function rules(game: string, language: string): Promise<string> {
  const path = (folder: string) => `../../../docs/games/${folder}${game}.md`
  const load = pages[path(language === 'en' ? '' : `${language}/`)] ?? pages[path('')]
  if (!load) throw new Error(`no rules of ${game}`)
  return render(await load())
}

/** Markdown as docs/games has it: headings, paragraphs, lists (one level, with lines that go on), tables, code, bold, emphasis, links. */
export function render(markdown: string): string {
  const blocks: string[] = []
  for (const block of blocksOf(markdown.replace(/\r/g, ''))) blocks.push(rendered(block))
  return blocks.join('\n')
}

function* blocksOf(text: string): Generator<string[]> {
  let block: string[] = []
  let fenced = false
  for (const line of text.split('\n')) {
    const fence = line.startsWith('```')
    const heading = line.startsWith('#') && !fenced
    const list = !fenced && block.length > 0 && isItem(line) && !isItem(block[0]!)
    if (!fenced && (line.trim() === '' || heading || list)) {
      if (block.length) yield block
      block = line.trim() === '' ? [] : [line]
      if (heading) {
        yield block
        block = []
      }
      continue
    }
    block.push(line)
    if (fence) fenced = !fenced
  }
  if (block.length) yield block
}

const isItem = (line: string): boolean => /^\s*([-*]|\d+\.)\s/.test(line)

function rendered(block: string[]): string {
  const first = block[0]!
  const heading = /^(#+)\s+(.*)/.exec(first)
  if (heading) return `<h${heading[1]!.length}>${inline(heading[2]!)}</h${heading[1]!.length}>`
  if (first.startsWith('```')) return `<pre tabindex="0"><code>${escape(block.slice(1, -1).join('\n'))}</code></pre>`
  if (first.startsWith('|')) return table(block)
  if (isItem(first)) return items(block)
  return `<p>${inline(joined(block))}</p>`
}

function items(block: string[]): string {
  const parts: string[][] = []
  for (const line of block) {
    if (isItem(line)) parts.push([line.replace(/^\s*([-*]|\d+\.)\s+/, '')])
    else parts.at(-1)!.push(line.trim())
  }
  const number = /^\s*(\d+)\./.exec(block[0]!)
  const list = parts.map((part) => `<li>${inline(joined(part))}</li>`).join('')
  return number ? `<ol start="${number[1]}">${list}</ol>` : `<ul>${list}</ul>`
}

function table(block: string[]): string {
  const rows = block.filter((line) => !/^\|[\s|:-]+\|$/.test(line)).map((line) => line.replace(/^\||\|$/g, '').split('|').map((cell) => inline(cell.trim())))
  const [head, ...body] = rows
  const empty = head!.every((cell) => cell === '')
  const top = empty ? '' : `<thead><tr>${head!.map((cell) => (cell ? `<th scope="col">${cell}</th>` : '<td></td>')).join('')}</tr></thead>`
  return `<div class="wide"><table>${top}<tbody>${body.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table></div>`
}

/** Japanese has no blank where a line of the source ends. */
const joined = (lines: string[]): string => lines.map((line) => line.trim()).join('\n').replace(/([\u3000-\u9fff\uff00-\uffef])\n(?=[\u3000-\u9fff\uff00-\uffef])/g, '$1').replace(/\n/g, ' ')

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

function inline(text: string): string {
  return text.split(/(`[^`]+`)/).map((part) => (part.startsWith('`') && part.length > 1 ? `<code>${escape(part.slice(1, -1))}</code>` : styled(part))).join('')
}

const styled = (text: string): string =>
  escape(text)
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|[\s(])\*(\S[^*]*)\*/g, '$1<em>$2</em>')
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, label: string, to: string) => linked(label, to))

/** A link to another game's page leads to its rules; others stay what they are, if they lead into the web. */
function linked(label: string, to: string): string {
  const game = /(?:^|\/)(\w+)\.md/.exec(to)
  if (game && `../../../docs/games/${game[1]}.md` in pages) return `<a href="/rules/${game[1]}">${label}</a>`
  return /^https?:/.test(to) ? `<a href="${to}" rel="noreferrer">${label}</a>` : label
}
