/**
 * Pictures in the Markdown of a lesson: `![alt](asset:ID)` in the database, `![alt](NAME.png)` in the files of a course,
 * and `![alt](asset:SHA256)` in versions and in rows that are compared. docs/contract §9.
 */
import MarkdownIt, { type Token } from 'markdown-it'
import footnotes from 'markdown-it-footnote'

/** Pictures of one text. */
export const MAX_TEXT_IMAGES = 50
const ASSET = /^asset:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const HASH = /^asset:([0-9a-f]{64})$/
const IMAGE = /!\[((?:[^[\]\\]|\\.)*)\]\((?:<([^<>\n]*)>|([^\s()<>]*))\)/y
const EXTRA_CHARACTERS = /[^\w.-]/u

/** `start` and `end`: its place in the text. */
type TextImage = { alt: string; target: string; start: number; end: number }

/** Addresses stay as they are written. */
const markdown = new MarkdownIt({ html: false }).use(footnotes)
markdown.normalizeLink = (url) => url
markdown.validateLink = () => true

/** The pictures that are written in one line with their address. Code is skipped. */
export function listTextImages(text: string): TextImage[] {
  if (!text.includes('![')) return []
  return listProse(text).flatMap(([start, end]) => findImages(text, start, end))
}

/** Pictures that a page would show but `listTextImages` does not find, such as one with its address elsewhere. */
export function hasOtherImages(text: string): boolean {
  if (!text.includes('![')) return false
  const counts = Map.groupBy(listTextImages(text), ({ target }) => target)
  const shown = Map.groupBy(listShown(markdown.parse(text, {})), (target) => target)
  return [...shown].some(([target, { length }]) => length > (counts.get(target)?.length ?? 0))
}

/** Null leaves the address as it is. */
export function replaceImageTargets(text: string, replace: (target: string) => string | null): string {
  let replaced = ''
  let end = 0
  for (const image of listTextImages(text)) {
    const target = replace(image.target)
    if (target === null) continue
    const address = EXTRA_CHARACTERS.test(target.replace(/^asset:/, '')) ? `<${target}>` : target
    replaced += `${text.slice(end, image.start)}![${image.alt}](${address})`
    end = image.end
  }
  return replaced + text.slice(end)
}

/** The id in the address of a stored picture. */
export const getImageAssetId = (target: string): string | null => ASSET.exec(target)?.[1] ?? null
/** The hash in the address of a picture of a version. */
export const getImageHash = (target: string): string | null => HASH.exec(target)?.[1] ?? null
export const formatImageTarget = (idOrHash: string): string => `asset:${idOrHash}`

/** Null for a lesson without a text. */
export function getMarkdown(content: object | null): string | null {
  return content && 'markdown' in content && typeof content.markdown === 'string' ? content.markdown : null
}

/** The hashes of the pictures in a version's text. */
export function listImageHashes(content: object | null): string[] {
  return listTextImages(getMarkdown(content) ?? '').flatMap(({ target }) => getImageHash(target) ?? [])
}

export function replaceContentImages<Content extends object | null>(
  content: Content,
  replace: (target: string) => string | null,
): Content {
  const text = getMarkdown(content)
  return text === null ? content : { ...content, markdown: replaceImageTargets(text, replace) }
}

/** The parts of a text that are no blocks of code, by their first character and the one after the last. */
function listProse(text: string): [number, number][] {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const getStart = (line: number) => starts[line] ?? text.length
  const parts: [number, number][] = []
  let from = 0
  for (const { type, map } of markdown.parse(text, {})) {
    if (!map || (type !== 'fence' && type !== 'code_block')) continue
    if (getStart(map[0]) > from) parts.push([from, getStart(map[0])])
    from = Math.max(from, getStart(map[1]))
  }
  return [...parts, [from, text.length]]
}

function findImages(text: string, start: number, end: number): TextImage[] {
  const images: TextImage[] = []
  for (let at = start; at < end; ) {
    if (text[at] === '\\') at += 2
    else if (text[at] === '`') at = skipCode(text, at, end)
    else {
      IMAGE.lastIndex = at
      const match = text[at] === '!' ? IMAGE.exec(text) : null
      if (match) images.push({ alt: match[1]!, target: match[2] ?? match[3]!, start: at, end: at + match[0].length })
      at += match ? match[0].length : 1
    }
  }
  return images
}

/** The place after a code span, or after backticks that begin none. */
function skipCode(text: string, at: number, end: number): number {
  const getRunEnd = (from: number) => {
    let to = from
    while (text[to] === '`') to++
    return to
  }
  const first = getRunEnd(at)
  for (let next = text.indexOf('`', first); next !== -1 && next < end; ) {
    const runEnd = getRunEnd(next)
    if (runEnd - next === first - at) return runEnd
    next = text.indexOf('`', runEnd)
  }
  return first
}

function listShown(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => [
    ...(token.type === 'image' ? [String(token.attrGet('src'))] : []),
    ...(token.children ? listShown(token.children) : []),
  ])
}
