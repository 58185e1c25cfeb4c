/** What learners see of a lesson's text, for comparing two of them. */
import { parseLessonText } from '#learn/lessons/text/lesson-text.ts'
import type { TextNode } from '#learn/lessons/wire/text.ts'

type Shown = [elements: string, text: string]

/** The words with their elements. Marks around the same words have no order, and the end of a line is a space. */
export function showText(source: string): Shown[] {
  const shown: Shown[] = []
  for (const [elements, text] of listShown(parseLessonText(source))) {
    const last = shown.at(-1)
    if (last && last[0] === elements && text !== '') last[1] += text
    else shown.push([elements, text])
  }
  return shown
}

function listShown(nodes: readonly TextNode[], block = '', marks: readonly string[] = []): Shown[] {
  return nodes.flatMap((node): Shown[] => {
    if (typeof node === 'string') {
      // Code without an end, in a list that stays as it is written, has the blank lines behind it.
      const text = block.endsWith('/pre/code') ? node.trimEnd() : node
      return [[`${block} ${[...new Set(marks)].sort().join(' ')}`, text.replaceAll('\n', ' ')]]
    }
    const { tag, children, ...element } = node
    const name = JSON.stringify({ tag, ...element })
    if (['a', 'em', 's', 'strong', 'code'].includes(tag) && !block.endsWith('/pre'))
      return listShown(children, block, [...marks, name])
    return [[`${block}/${name}`, ''], ...listShown(children, `${block}/${tag}`, marks)]
  })
}
