/**
 * The text of a message for one reader, as a tree of allowed elements. Variables are filled in the tree, so a name
 * with marks of Markdown stays a name. docs/contract §43.
 */
import { findUnknownVariable, splitVariables, type VariableValues } from '#domain/messages/message-variables.ts'
import { parseLessonText } from '#learn/lessons/text/lesson-text.ts'
import type { TextNode } from '#learn/lessons/wire/text.ts'

const LINK_WORDS = 'your course page'

export function fillMessageText(markdown: string, values: VariableValues): TextNode[] {
  return fillNodes(parseLessonText(markdown), values, false)
}

/** The first variable that does not exist, in the words of its teacher. Code is no place for variables. */
export function findTextFault(markdown: string): string | null {
  return findFault(parseLessonText(markdown))
}

function findFault(nodes: readonly TextNode[]): string | null {
  for (const node of nodes) {
    const fault =
      typeof node === 'string' ? findUnknownVariable(node) : isCode(node.tag) ? null : findFault(node.children)
    if (fault !== null) return fault
  }
  return null
}

const isCode = (tag: string) => tag === 'code' || tag === 'pre'

function fillNodes(nodes: readonly TextNode[], values: VariableValues, isInLink: boolean): TextNode[] {
  return nodes.flatMap((node): TextNode[] => {
    if (typeof node === 'string') return fillWords(node, values, isInLink)
    // Pictures of a course are only shown in its room.
    if (node.tag === 'img') return node.alt ? [{ tag: 'em', children: [node.alt] }] : []
    if (isCode(node.tag)) return [node]
    return [{ ...node, children: fillNodes(node.children, values, isInLink || node.tag === 'a') }]
  })
}

function fillWords(words: string, values: VariableValues, isInLink: boolean): TextNode[] {
  return splitVariables(words).map((part): TextNode => {
    if ('text' in part) return part.text
    if (part.variable === null) return part.written
    const value = values[part.variable]
    if (part.variable !== 'portal link') return value
    return isInLink || !/^https?:/i.test(value) ? LINK_WORDS : { tag: 'a', href: value, children: [LINK_WORDS] }
  })
}
