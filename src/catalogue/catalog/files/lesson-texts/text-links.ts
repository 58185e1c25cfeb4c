/** Finds links in the text of a lesson, a recap or an information page that lead nowhere. docs/contract §9. */
import MarkdownIt, { type Token } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { createHeadingNames } from '#domain/learning/heading-ids.ts'
import { isWholeAddress } from '#domain/learning/text-address.ts'
import type { FolderReader } from '../media-source.ts'

/** Addresses stay as they are written. */
const markdown = new MarkdownIt({ html: false }).use(footnotes)
markdown.normalizeLink = (url) => url

type Link = { target: string; line: number }

/** @param path of the text, for faults */
export function reportTextLinks(reader: FolderReader, path: string, text: string): void {
  const lines = text.split('\n')
  for (const { target, line, fault } of listBrokenLinks(text)) {
    const at = lines.findIndex((words, index) => index >= line && words.includes(target))
    const place = at === -1 ? `${line + 1}:1` : `${at + 1}:${lines[at]!.indexOf(target) + 1}`
    reader.addFileFault(`${path}:${place} ${fault}`)
  }
}

/**
 * `line` of the block around the link, counted from 0.
 *
 * @param ids of the headings, where the page does not name them by their words
 */
export function listBrokenLinks(text: string, ids?: ReadonlySet<string>): (Link & { fault: string })[] {
  const tokens = markdown.parse(text, {})
  const names = ids ?? new Set(listHeadings(tokens))
  return listLinks(tokens, 0).flatMap((link) => {
    const fault = findFault(link.target, names)
    return fault === null ? [] : [{ ...link, fault }]
  })
}

function findFault(target: string, names: ReadonlySet<string>): string | null {
  if (target.startsWith('#'))
    return names.has(decode(target.slice(1))) ? null : `\`${target}\` is the name of no heading of this text`
  return isWholeAddress(target)
    ? null
    : `\`${target}\` is no whole address: write https://…, a path of the site such as /faq, or # and a heading of this text`
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

function listHeadings(tokens: readonly Token[]): string[] {
  const getName = createHeadingNames()
  return tokens.flatMap((token, at) => (token.type === 'heading_open' ? getName(getPlainText(tokens[at + 1])) : []))
}

/** The words of a heading as a page shows them. */
function getPlainText(token: Token | undefined): string {
  return (token?.children ?? [])
    .map(({ type, content }) => (/^(?:text|code_inline)$/.test(type) ? content : ''))
    .join('')
}

/** @param line of the block around the tokens, counted from 0 */
function listLinks(tokens: readonly Token[], line: number): Link[] {
  return tokens.flatMap((token) => {
    const own = token.map?.[0] ?? line
    const target = token.type === 'link_open' ? token.attrGet('href') : null
    return [
      ...(target === null ? [] : [{ target: String(target), line: own }]),
      ...listLinks(token.children ?? [], own),
    ]
  })
}
