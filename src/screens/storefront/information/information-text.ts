/**
 * Splits the Markdown of an information page at its headings. HTML is escaped, so that a text
 * cannot contain scripts.
 */
import MarkdownIt, { type Token } from 'markdown-it'
import { listBrokenLinks } from '#catalogue/catalog/files/lesson-texts/text-links.ts'
import { createHeadingNames } from '#domain/learning/heading-ids.ts'

export type InformationTextPart = { id: string; title: string; html: string }
const KINDS = ['text', 'questions', 'steps'] as const
export type InformationTextSection = InformationTextPart & {
  kind: (typeof KINDS)[number]
  parts: InformationTextPart[]
}
export type InformationText = { intro: string; sections: InformationTextSection[] }
/** Reports a fault and its line. Line 1 is the first line of the Markdown. */
type ReportFault = (line: number, message: string) => void

/** `## Refunds {#refunds .questions}` */
const HEADING_ATTRIBUTES = /\{(?:#([\w-]+))?\s*(?:\.([\w-]+))?\}$/
/** Ids that the page frame uses itself. */
const RESERVED_IDS = ['content', 'contents', 'find', 'log-in', 'chat-widget']

const markdown = new MarkdownIt({ html: false, linkify: true })
markdown.linkify.set({ fuzzyLink: false })
markdown.renderer.rules.blockquote_open = () => '<div data-summary>'
markdown.renderer.rules.blockquote_close = () => '</div>'

export function parseInformationText(source: string, reportFault: ReportFault): InformationText {
  const ids = new Set<string>()
  const intro: Token[] = []
  const sections: SectionDraft[] = []
  let currentTokens = intro

  for (const { heading, tokens } of splitBlocks(markdown.parse(source, {}), reportFault)) {
    const section = sections.at(-1)
    const isPart = heading?.tag === 'h3' && section !== undefined && section.kind !== 'text'
    if (heading?.tag === 'h1') reportFault(heading.line, 'the page already has a main heading: start a section with ##')
    if (!heading || (heading.tag !== 'h2' && !isPart)) {
      currentTokens.push(...tokens)
      continue
    }
    if (RESERVED_IDS.includes(heading.id)) reportFault(heading.line, `#${heading.id} is reserved by the page itself`)
    if (ids.has(heading.id)) reportFault(heading.line, `#${heading.id} is used twice`)
    ids.add(heading.id)
    currentTokens = []
    if (isPart) section.parts.push({ ...heading, tokens: currentTokens })
    else sections.push({ ...heading, tokens: currentTokens, parts: [] })
  }
  for (const { line, fault } of listBrokenLinks(source, ids)) reportFault(line + 1, fault)

  return { intro: render(intro), sections: sections.map((section) => renderSection(section, reportFault)) }
}

type Heading = { tag: string; line: number; id: string; title: string; kind: InformationTextSection['kind'] }
type HeadedBlock = Heading & { tokens: Token[] }
type SectionDraft = HeadedBlock & { parts: HeadedBlock[] }
/** A heading with its tokens, or one other token. */
type Block = { heading: Heading | null; tokens: Token[] }

const HEADING_TOKENS = 3

function splitBlocks(tokens: Token[], reportFault: ReportFault): Block[] {
  const blocks: Block[] = []
  const getName = createHeadingNames()
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index]!
    const isHeading = token.type === 'heading_open' && token.level === 0
    const blockTokens = tokens.slice(index, index + (isHeading ? HEADING_TOKENS : 1))
    for (const innerToken of blockTokens) refusePictures(innerToken, reportFault)
    blocks.push({
      heading: isHeading ? parseHeading(token, blockTokens[1]!, getName, reportFault) : null,
      tokens: blockTokens,
    })
    index += blockTokens.length
  }
  return blocks
}

/** Removes the attributes in braces from the heading, also from the rendered text. */
function parseHeading(
  openToken: Token,
  inlineToken: Token,
  getName: (title: string) => string,
  reportFault: ReportFault,
): Heading {
  const [attributes, id, kind = 'text'] = HEADING_ATTRIBUTES.exec(inlineToken.content) ?? []
  const title = attributes ? inlineToken.content.slice(0, -attributes.length).trimEnd() : inlineToken.content
  const lastChild = inlineToken.children?.at(-1)
  if (attributes && lastChild) lastChild.content = lastChild.content.replace(HEADING_ATTRIBUTES, '').trimEnd()
  if (/[{}]/.test(title))
    reportFault(getLine(openToken), 'a heading may have one group in braces, such as {#refunds .questions}, at its end')
  const knownKind = KINDS.find((name) => name === kind)
  if (!knownKind) reportFault(getLine(openToken), `.${kind} is not a kind of section: ${KINDS.join(', ')}`)
  return {
    tag: openToken.tag,
    line: getLine(openToken),
    id: id ?? getId(getName(title)),
    title,
    kind: knownKind ?? 'text',
  }
}

/** Reports a picture as a fault: the content security policy allows only pictures of this site, and none can be uploaded. */
function refusePictures(token: Token, reportFault: ReportFault): void {
  if (token.children?.some((child) => child.type === 'image'))
    reportFault(getLine(token), 'pictures are not supported on these pages')
}

function renderSection(
  { id, title, kind, line, tokens, parts }: SectionDraft,
  reportFault: ReportFault,
): InformationTextSection {
  if (kind !== 'text' && parts.length === 0) reportFault(line, `.${kind} needs headings with ### below it`)
  const renderPart = (part: HeadedBlock): InformationTextPart => ({
    id: part.id,
    title: part.title,
    html: render(part.tokens),
  })
  return { id, title, kind, html: render(tokens), parts: parts.map(renderPart) }
}

function render(tokens: Token[]): string {
  return markdown.renderer.render(tokens, markdown.options, {})
}

/** A heading without letters has no name. */
const getId = (name: string): string => name || 'section'

const getLine = ({ map }: Token): number => (map?.[0] ?? 0) + 1
