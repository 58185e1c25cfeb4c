/**
 * The Markdown of an information page, taken apart at its headings. HTML is shown as typed, never
 * read, so that a text can hold nothing that runs.
 */
import MarkdownIt, { type Token } from 'markdown-it'

export type Part = { id: string; title: string; html: string }
const KINDS = ['text', 'questions', 'steps'] as const
export type Section = Part & { kind: (typeof KINDS)[number]; parts: Part[] }
export type InformationText = { opening: string; sections: Section[] }
/** Takes what is wrong and its line, counted from 1 at the first line of the Markdown. */
type Fault = (line: number, message: string) => void

/** `## Refunds {#refunds .questions}` */
const MARK = /\{(?:#([\w-]+))?\s*(?:\.([\w-]+))?\}$/
/** Ids that every page has already. */
const TAKEN = ['content', 'contents', 'find', 'log-in', 'chat-widget']

const markdown = new MarkdownIt({ html: false, linkify: true })
markdown.linkify.set({ fuzzyLink: false })
markdown.renderer.rules.blockquote_open = () => '<div data-summary>'
markdown.renderer.rules.blockquote_close = () => '</div>'

export function readText(source: string, fault: Fault): InformationText {
  const ids = new Set<string>()
  const opening: Token[] = []
  const sections: Begun[] = []
  let filling = opening

  for (const { heading, tokens } of blocksOf(markdown.parse(source, {}), fault)) {
    const section = sections.at(-1)
    const isPart = heading?.tag === 'h3' && section !== undefined && section.kind !== 'text'
    if (heading?.tag === 'h1') fault(heading.line, 'the page has its heading already: begin a section with ##')
    if (!heading || (heading.tag !== 'h2' && !isPart)) {
      filling.push(...tokens)
      continue
    }
    if (TAKEN.includes(heading.id)) fault(heading.line, `#${heading.id} is an id of the page itself`)
    if (ids.has(heading.id)) fault(heading.line, `#${heading.id} stands here twice`)
    ids.add(heading.id)
    filling = []
    if (isPart) section.parts.push({ ...heading, tokens: filling })
    else sections.push({ ...heading, tokens: filling, parts: [] })
  }

  return { opening: render(opening), sections: sections.map((section) => finished(section, fault)) }
}

type Heading = { tag: string; line: number; id: string; title: string; kind: Section['kind'] }
type Titled = Heading & { tokens: Token[] }
type Begun = Titled & { parts: Titled[] }
/** A heading with what it is made of, or whatever else stands for itself. */
type Block = { heading: Heading | null; tokens: Token[] }

const HEADING_TOKENS = 3

function blocksOf(tokens: Token[], fault: Fault): Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at]!
    const isHeading = token.type === 'heading_open' && token.level === 0
    const taken = tokens.slice(at, at + (isHeading ? HEADING_TOKENS : 1))
    for (const inside of taken) refusePictures(inside, fault)
    blocks.push({ heading: isHeading ? headingOf(token, taken[1]!, fault) : null, tokens: taken })
    at += taken.length
  }
  return blocks
}

/** The heading without its mark, which is taken out of what is rendered too. */
function headingOf(open: Token, inline: Token, fault: Fault): Heading {
  const [mark, id, kind = 'text'] = MARK.exec(inline.content) ?? []
  const title = mark ? inline.content.slice(0, -mark.length).trimEnd() : inline.content
  const last = inline.children?.at(-1)
  if (mark && last) last.content = last.content.replace(MARK, '').trimEnd()
  if (/[{}]/.test(title))
    fault(lineOf(open), 'a heading has one mark in braces, such as {#refunds .questions}, at its end')
  const known = KINDS.find((name) => name === kind)
  if (!known) fault(lineOf(open), `.${kind} is no kind of section: ${KINDS.join(', ')}`)
  return { tag: open.tag, line: lineOf(open), id: id ?? slugOf(title), title, kind: known ?? 'text' }
}

/** Pages show what is on this site, and there is no place yet to put pictures of one's own. */
function refusePictures(token: Token, fault: Fault): void {
  if (token.children?.some((child) => child.type === 'image'))
    fault(lineOf(token), 'pictures are not shown on these pages')
}

function finished({ id, title, kind, line, tokens, parts }: Begun, fault: Fault): Section {
  if (kind !== 'text' && parts.length === 0) fault(line, `.${kind} needs headings with ### below it`)
  const asPart = (part: Titled): Part => ({ id: part.id, title: part.title, html: render(part.tokens) })
  return { id, title, kind, html: render(tokens), parts: parts.map(asPart) }
}

function render(tokens: Token[]): string {
  return markdown.renderer.render(tokens, markdown.options, {})
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

const lineOf = ({ map }: Token): number => (map?.[0] ?? 0) + 1
