/** HTML of the clipboard, as Google Docs, Word, Notion and pages write it, in our dialect. docs/contract §38. */
import { DOMParser as DocumentParser, Slice } from 'prosemirror-model'
import { isWholeAddress } from '#domain/learning/text-address.ts'
import { lessonMarkdown } from '#learn/lessons/text/dialect.ts'
import { schema } from '../text/schema.ts'

const parser = DocumentParser.fromSchema(schema)
const BLOCKS = 'p, div, ul, ol, li, h1, h2, h3, h4, h5, h6, pre, blockquote, table, hr, section, article'

/** @param page of `parsePastedHtml`, which is changed. `pictureCount`: pictures of other sites, which are left out. */
export function readPaste(page: Document): { slice: Slice; pictureCount: number } {
  const { body } = page
  for (const element of body.querySelectorAll(
    'style, script, meta, link, title, template, noscript, iframe, object, svg',
  ))
    element.remove()
  removeComments(body)
  const pictureCount = body.querySelectorAll('img:not([data-asset])').length
  for (const picture of body.querySelectorAll('img:not([data-asset])')) picture.remove()
  // Google Docs puts everything into a bold element that is not bold.
  for (const element of body.querySelectorAll('b, strong'))
    if (/font-weight:\s*(?:normal|[1-4]00)/i.test(getStyle(element))) unwrap(element)
  for (const element of body.querySelectorAll('o\\:p, font, u, center')) unwrap(element)
  makeWordLists(body)
  for (const element of body.querySelectorAll('span, p')) markByStyle(element)
  nestLists(body)
  for (const table of body.querySelectorAll('table')) cleanTable(table)
  for (const link of body.querySelectorAll('a')) cleanLink(link)
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) cleanHeading(heading)
  for (const pre of body.querySelectorAll('pre')) cleanCode(pre)
  removeEmptyLines(body)
  const slice = parser.parseSlice(body, { preserveWhitespace: false })
  return { slice: Slice.maxOpen(slice.content), pictureCount }
}

const getStyle = (element: Element): string => element.getAttribute('data-style') ?? ''

/** Bold, italic and struck words that only their style says. A heading is bold without it. */
function markByStyle(element: Element): void {
  const style = getStyle(element)
  const names = [
    /font-weight:\s*(?:bold|[6-9]00)/i.test(style) && !element.closest('h1, h2, h3, h4, h5, h6') && 'strong',
    /font-style:\s*italic/i.test(style) && 'em',
    style.split(';').some((part) => /^\s*text-decoration/i.test(part) && part.includes('line-through')) && 's',
  ]
  for (const name of names) {
    if (!name) continue
    const mark = element.ownerDocument.createElement(name)
    mark.append(...element.childNodes)
    element.append(mark)
  }
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

function removeComments(root: Element): void {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_COMMENT)
  const comments: Node[] = []
  while (walker.nextNode()) comments.push(walker.currentNode)
  for (const comment of comments) comment.parentNode?.removeChild(comment)
}

/** Word writes the items of lists as paragraphs with their level and their mark. */
function makeWordLists(body: Element): void {
  const open: { level: number; list: Element }[] = []
  let previous: Element | null = null
  for (const paragraph of body.querySelectorAll('p[data-style*="mso-list"]')) {
    const styles = getStyle(paragraph).split(';')
    const [, level] = /level(\d)/.exec(styles.find((style) => style.includes('mso-list:')) ?? '') ?? []
    const marker = paragraph.querySelector('[data-style*="mso-list"]')
    if (level === undefined || !marker) continue
    const kind =
      /[\p{L}\p{N}][.)]/u.test(marker.textContent ?? '') && !/^o\s/.test(marker.textContent ?? '') ? 'ol' : 'ul'
    marker.remove()
    if (previous === null || paragraph.previousElementSibling !== previous) open.length = 0
    while (open.length > 0 && open.at(-1)!.level > Number(level)) open.pop()
    let last = open.at(-1)
    if (last && last.level === Number(level) && last.list.localName !== kind) {
      open.pop()
      last = undefined
    }
    const page = body.ownerDocument
    if (!last || last.level < Number(level)) {
      const list = page.createElement(kind)
      const parent = open.at(-1)?.list.lastElementChild
      if (parent) parent.append(list)
      else paragraph.before(list)
      last = { level: Number(level), list }
      open.push(last)
    }
    const item = page.createElement('li')
    item.append(...paragraph.childNodes)
    last.list.append(item)
    paragraph.remove()
    previous = open[0]!.list
  }
}

/** Google Docs and Word put a list within a list beside the item that it belongs to. */
function nestLists(body: Element): void {
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const item = list.previousElementSibling
    if (item?.localName === 'li') item.append(list)
    else {
      const created = body.ownerDocument.createElement('li')
      list.replaceWith(created)
      created.append(list)
    }
  }
}

/** A cell has one line, and the first row is the head. */
function cleanTable(table: HTMLTableElement): void {
  if (table.parentElement?.closest('table')) {
    unwrap(table)
    return
  }
  for (const part of table.querySelectorAll('caption, colgroup')) part.remove()
  for (const cell of table.querySelectorAll('td, th')) {
    for (const name of ['rowspan', 'colspan']) cell.removeAttribute(name)
    for (const end of cell.querySelectorAll('br')) end.replaceWith(' ')
    for (const block of [...cell.querySelectorAll(BLOCKS)].reverse()) {
      block.after(' ')
      unwrap(block)
    }
  }
  const [head, ...rows] = table.rows
  for (const cell of head?.cells ?? []) rename(cell, 'th')
  for (const row of rows) for (const cell of [...row.cells]) rename(cell, 'td')
}

function rename(element: Element, name: string): void {
  if (element.localName === name) return
  const renamed = element.ownerDocument.createElement(name)
  const style = element.getAttribute('align')
  if (style) renamed.setAttribute('align', style)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

/** A link leads to a whole address, or it becomes its words. */
function cleanLink(link: HTMLAnchorElement): void {
  const href = lessonMarkdown.normalizeLink((link.getAttribute('href') ?? '').trim())
  const url = URL.parse(href)
  const target = url?.hostname === 'www.google.com' && url.pathname === '/url' ? url.searchParams.get('q') : null
  const address = target === null ? href : lessonMarkdown.normalizeLink(target)
  if (isWholeAddress(address) && lessonMarkdown.validateLink(address)) {
    link.setAttribute('href', address)
    link.removeAttribute('title')
  } else unwrap(link)
}

/** The page has the only h1, and a heading is not bold within itself. */
function cleanHeading(heading: Element): void {
  for (const mark of heading.querySelectorAll('b, strong')) unwrap(mark)
  for (const end of heading.querySelectorAll('br')) end.replaceWith(' ')
  const level = Number(heading.localName.slice(1))
  rename(heading, `h${Math.min(Math.max(level, 2), 4)}`)
}

/** Lines of code in their own elements, as editors copy them. */
function cleanCode(pre: Element): void {
  for (const end of pre.querySelectorAll('br')) end.replaceWith('\n')
  for (const line of pre.querySelectorAll('div, p')) line.append('\n')
  pre.textContent = (pre.textContent ?? '').replace(/\n$/, '')
}

function removeEmptyLines(body: Element): void {
  for (const paragraph of body.querySelectorAll('p, div'))
    if (!/[^\s\u00a0]/.test(paragraph.textContent ?? '') && !paragraph.querySelector('img, hr, table'))
      paragraph.remove()
  for (const end of body.querySelectorAll('br')) {
    const { parentElement: parent, nextElementSibling: next, previousElementSibling: previous } = end
    const isBetweenBlocks = parent?.matches(BLOCKS) !== true && (next?.matches(BLOCKS) || previous?.matches(BLOCKS))
    if (isBetweenBlocks || end.classList.contains('Apple-interchange-newline')) end.remove()
  }
}
