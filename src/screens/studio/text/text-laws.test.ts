/** The laws of the text editor: opening, changing and saving a text loses nothing. docs/contract §38. */
import fc from 'fast-check'
import type { Node as DocumentNode } from 'prosemirror-model'
import { expect, test } from 'vitest'
import { triesEveryCase } from '../../../../tests/support/laws.ts'
import { randomText } from '../../../../tests/support/random-texts.ts'
import { showText } from '../../../../tests/support/shown-text.ts'
import { createNode, schema } from './schema.ts'
import { openText, serialiseText } from './serialise-text.ts'

const runs = { numRuns: triesEveryCase ? 10_000 : 150 }

/** As a person does it who changes a block: it is another node with the same content. */
const rewrite = (doc: DocumentNode) =>
  createNode(
    'doc',
    null,
    doc.children.map((child) => child.type.create(child.attrs, child.content, child.marks)),
  )

test('a text that nobody edited keeps every character', () => {
  fc.assert(
    fc.property(randomText, (source) => {
      const opened = openText(source)
      expect(serialiseText(opened.doc, opened)).toBe(source)
      opened.doc.check()
    }),
    runs,
  )
})

test('the normal form is read and written without a change', () => {
  fc.assert(
    fc.property(randomText, (source) => {
      const normal = serialiseText(openText(source).doc)
      const again = openText(normal)
      expect(serialiseText(again.doc)).toBe(normal)
      expect(openText(serialiseText(again.doc)).doc.toJSON()).toEqual(again.doc.toJSON())
    }),
    runs,
  )
})

test('learners see the same after every block was written anew', () => {
  fc.assert(
    fc.property(randomText, (source) => {
      const opened = openText(source)
      expect(showText(serialiseText(rewrite(opened.doc)))).toEqual(showText(source))
    }),
    runs,
  )
})

test('two lists that only an empty item keeps apart stay two', () => {
  for (const [first, second] of ['* ', '1. '].map((mark) => [
    `${mark}_![z](https://b.test/z.png)_\n${mark}`,
    `${mark}[^a]: A source.`,
  ])) {
    const source = `${first}\n\n\n${second}`
    expect(showText(serialiseText(rewrite(openText(source).doc)))).toEqual(showText(source))
  }
})

test('a changed block leaves the others as they were written', () => {
  fc.assert(
    fc.property(randomText, fc.nat(), (source, pick) => {
      const opened = openText(source)
      const at = pick % opened.doc.childCount
      const changed = createNode('paragraph', null, [schema.text('Changed words')])
      const doc = opened.doc.copy(opened.doc.content.replaceChild(at, changed))
      const saved = openText(serialiseText(doc, opened))
      expect(serialiseText(saved.doc)).toBe(serialiseText(openText(serialiseText(doc)).doc))
    }),
    runs,
  )
})
