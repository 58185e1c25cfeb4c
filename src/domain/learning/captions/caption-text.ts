/**
 * The text of a cue: plain text with the markup `i`, `b`, `u` and `v` (speaker) of WebVTT. docs/contract §13. Cues
 * are stored in one canonical form, and shown from its tree, so no text of a file ever becomes HTML.
 */

export type CueTag = 'i' | 'b' | 'u' | 'v'
/** `speaker` is empty for every tag but `v`. */
export type CueElement = { tag: CueTag; speaker: string; children: CueNode[] }
export type CueNode = string | CueElement

/** Tags of WebVTT and SRT that are read. Those that are not stored are dropped with their content left in place. */
const KNOWN_TAGS = new Set(['i', 'b', 'u', 'v', 'c', 'ruby', 'rt', 'lang', 'font', 's', 'br'])
/** Tags inside so many others are ignored, which bounds the work for a hostile text. */
const MAX_OPEN_TAGS = 50
const STORED_TAGS = new Set<string>(['i', 'b', 'u', 'v'])
const STORED_REFERENCES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

type OpenTag = { name: string; children: CueNode[]; element: CueElement | null }
type Tag = { name: string; isEnd: boolean; annotation: string }

/** Reads the references of stored text. Those of files are read once, by `clean-cue-text.ts`, and never by a browser. */
function decodeStored(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/g, (reference) => STORED_REFERENCES[reference]!)
}

/**
 * The tree of a cue's text. Reads any text: unknown and broken tags are text, tags left open end with the cue, and a
 * new speaker ends the previous one. A tag inside itself is dropped, so the tree is at most four tags deep.
 *
 * @param decode the character references; default: those of stored text
 */
export function parseCueText(text: string, decode = decodeStored): CueNode[] {
  const root: CueNode[] = []
  const open: OpenTag[] = [{ name: '', children: root, element: null }]
  for (const token of splitTokens(text)) {
    const tag = token.startsWith('<') ? parseTag(token) : null
    if (!tag) addText(open.at(-1)!.children, decode(token))
    else if (tag.name === 'br') addText(open.at(-1)!.children, '\n')
    else if (tag.isEnd) closeTag(open, tag.name)
    else if (open.length < MAX_OPEN_TAGS) addTag(open, tag, decode)
  }
  return root
}

function addTag(open: OpenTag[], { name, annotation }: Tag, decode: (text: string) => string): void {
  const speaker = name === 'v' ? decode(annotation).replace(/\s+/g, ' ').trim() : ''
  if (name === 'v') {
    const previous = open.findIndex((tag) => tag.element?.tag === 'v')
    if (previous > 0) open.length = previous
  }
  const { children } = open.at(-1)!
  const isStored = STORED_TAGS.has(name) && (name !== 'v' || speaker !== '')
  if (!isStored || open.some((tag) => tag.element?.tag === name)) open.push({ name, children, element: null })
  else {
    const element: CueElement = { tag: name as CueTag, speaker, children: [] }
    children.push(element)
    open.push({ name, children: element.children, element })
  }
}

/** As in WebVTT, an end tag that does not belong to the innermost tag is ignored. */
function closeTag(open: OpenTag[], name: string): void {
  if (open.length > 1 && open.at(-1)?.name === name) open.pop()
}

function addText(children: CueNode[], text: string): void {
  const last = children.at(-1)
  if (typeof last === 'string') children[children.length - 1] = last + text
  else if (text) children.push(text)
}

/** Text up to the next `<`, and everything from a `<` to its `>`. */
function splitTokens(text: string): string[] {
  const tokens: string[] = []
  let at = 0
  while (at < text.length) {
    const end = text[at] === '<' ? getTagEnd(text, at) : text.indexOf('<', at)
    const next = end === -1 ? text.length : end
    tokens.push(text.slice(at, next))
    at = next
  }
  return tokens
}

/** The end of a tag, or of a `<` that starts none. */
function getTagEnd(text: string, start: number): number {
  const nextOpen = text.indexOf('<', start + 1)
  const close = text.slice(start, nextOpen === -1 ? text.length : nextOpen).indexOf('>')
  return close === -1 ? nextOpen : start + close + 1
}

/** Null: not a tag, so the token is text. A timestamp inside a cue is a tag without meaning for us. */
function parseTag(token: string): Tag | null {
  if (!token.endsWith('>')) return null
  const inner = token.slice(1, -1)
  if (/^\d[\d:.]*$/.test(inner)) return { name: '', isEnd: true, annotation: '' }
  const isEnd = inner.startsWith('/')
  const [, name = '', rest = ''] = /^([a-z]+)((?:[.\s].*)?)$/is.exec(isEnd ? inner.slice(1) : inner) ?? []
  if (!KNOWN_TAGS.has(name.toLowerCase())) return null
  const space = rest.search(/\s/)
  return { name: name.toLowerCase(), isEnd, annotation: space === -1 ? '' : rest.slice(space) }
}

/** The words of a cue without markup, for the transcript and the search. Speakers are not part of it. */
export function getPlainCueText(text: string): string {
  return joinText(parseCueText(text))
}

export function joinText(nodes: readonly CueNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : joinText(node.children))).join('')
}

/** The speakers named in a cue, in order. */
export function listSpeakers(text: string): string[] {
  const list = (nodes: readonly CueNode[]): string[] =>
    nodes.flatMap((node) => (typeof node === 'string' ? [] : [node.speaker, ...list(node.children)]))
  return [...new Set(list(parseCueText(text)).filter((speaker) => speaker !== ''))]
}
