/** The canonical form of a cue's text, as it is stored. Not for browsers: all names of HTML's references weigh 20 KB. */
import { decodeHTML } from 'entities'
import { type CueElement, type CueNode, joinText, parseCueText } from './caption-text.ts'

/**
 * Only `i b u v`, nested and closed, `& < >` as references and all others read, no control characters, no blank line
 * and no spaces around a line. Applied twice it changes nothing. Empty when nothing can be read in it.
 */
export function cleanCueText(text: string): string {
  const nodes = parseCueText(dropControls(text), (part) => dropControls(decodeHTML(part)))
  if (joinText(nodes).trim() === '') return ''
  return formatNodes(nodes)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

function dropControls(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
}

function formatNodes(nodes: readonly CueNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? encodeReferences(node) : formatElement(node))).join('')
}

function formatElement({ tag, speaker, children }: CueElement): string {
  const inner = formatNodes(children)
  if (joinText(children).trim() === '') return inner
  return `<${tag}${speaker && ` ${encodeReferences(speaker)}`}>${inner}</${tag}>`
}

function encodeReferences(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
