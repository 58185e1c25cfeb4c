/** Shows the variables of a message as chips. They stay words of the text, so undo, copy and paste treat them as words. */
import type { Node as DocumentNode } from 'prosemirror-model'
import { type Command, Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { splitVariables } from '#domain/messages/message-variables.ts'

export function createVariablePlugin(): Plugin {
  return new Plugin<DecorationSet>({
    state: {
      init: (_config, { doc }) => decorate(doc),
      apply: (tr, last) => (tr.docChanged ? decorate(tr.doc) : last),
    },
    props: {
      decorations(state) {
        return this.getState(state)
      },
    },
  })
}

/** With a name that no variable has, the chip is marked as a fault. */
function decorate(doc: DocumentNode): DecorationSet {
  const chips: Decoration[] = []
  doc.descendants((node, position, parent) => {
    if (!node.isText || parent?.type.spec.code || node.marks.some(({ type }) => type.name === 'code')) return
    let from = position
    for (const part of splitVariables(node.text!)) {
      const length = 'text' in part ? part.text.length : part.written.length
      if ('written' in part)
        chips.push(
          Decoration.inline(from, from + length, {
            'data-variable': part.variable === null ? 'unknown' : 'known',
            ...(part.variable === null && { title: 'This stands for nothing' }),
          }),
        )
      from += length
    }
  })
  return DecorationSet.create(doc, chips)
}

export const insertVariable =
  (name: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.insertText(`{${name}}`).scrollIntoView())
    return true
  }
