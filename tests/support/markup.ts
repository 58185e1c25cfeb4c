/** Pages as machines read them: by the parser that browsers are measured with, not by patterns of ours. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5'

export type FoundElement = { attributes: Record<string, string>; text: string }

/** Every element of that name, in the page's order. */
export function listElements(html: string, name: string): FoundElement[] {
  return walk(parse(html)).flatMap((node) =>
    'tagName' in node && node.tagName === name
      ? [{ attributes: Object.fromEntries(node.attrs.map((one) => [one.name, one.value])), text: readText(node) }]
      : [],
  )
}

/** The addresses of the page's `<link>` elements of a relation, by `hreflang`, else by the relation itself. */
export function listLinks(html: string, relation: string): Record<string, string> {
  const links = listElements(html, 'link').map(({ attributes }) => attributes)
  return Object.fromEntries(
    links.filter(({ rel }) => rel === relation).map(({ hreflang = relation, href = '' }) => [hreflang, href]),
  )
}

/** The JSON-LD of a page, for search engines. */
export function structuredData(html: string): unknown[] {
  return listElements(html, 'script')
    .filter(({ attributes }) => attributes.type === 'application/ld+json')
    .map(({ text }) => JSON.parse(text))
}

function walk(node: DefaultTreeAdapterTypes.Node): DefaultTreeAdapterTypes.Node[] {
  return [node, ...('childNodes' in node ? node.childNodes.flatMap(walk) : [])]
}

function readText(node: DefaultTreeAdapterTypes.Node): string {
  return walk(node)
    .map((child) => ('value' in child ? child.value : ''))
    .join('')
}

export type SentForm = { method: string; action: string; fields: Record<string, string> }

/** Every form with what it sends before anything is typed: boxes are ticked, and a list sends its first choice. */
export function listForms(html: string): SentForm[] {
  return walk(parse(html)).flatMap((node) => {
    if (!('tagName' in node) || node.tagName !== 'form') return []
    const attributes = readAttributes(node)
    const fields = walk(node).flatMap((field): [string, string][] => {
      if (!('tagName' in field) || !['input', 'select', 'textarea'].includes(field.tagName)) return []
      const { name, value = '', type } = readAttributes(field)
      if (!name) return []
      if (field.tagName === 'select') return [[name, firstChoice(field)]]
      return [[name, type === 'checkbox' ? value || 'on' : value]]
    })
    return [{ method: attributes.method ?? 'get', action: attributes.action ?? '', fields: Object.fromEntries(fields) }]
  })
}

function firstChoice(list: DefaultTreeAdapterTypes.Node): string {
  const choice = walk(list).find((node) => 'tagName' in node && node.tagName === 'option')
  return choice ? (readAttributes(choice as DefaultTreeAdapterTypes.Element).value ?? readText(choice)) : ''
}

function readAttributes({ attrs }: DefaultTreeAdapterTypes.Element): Record<string, string> {
  return Object.fromEntries(attrs.map(({ name, value }) => [name, value]))
}
