import { expect, test } from 'vitest'
import { LESSON_TEXTS } from '../../../../tests/support/lesson-texts.ts'
import { showText } from '../../../../tests/support/shown-text.ts'
import { createNode, schema } from './schema.ts'
import { openText, serialiseText } from './serialise-text.ts'

/** A person who types behind the last word and takes it back changes nothing, and all blocks are other nodes. */
const copyBlocks = (text: string) => {
  const { doc } = openText(text)
  return createNode(
    'doc',
    null,
    doc.children.map((child) => child.type.create(child.attrs, child.content)),
  )
}

test('there are twenty texts', () => {
  expect(LESSON_TEXTS).toHaveLength(20)
})

test.each(LESSON_TEXTS)('%s: opened and saved without an edit, it is the same', (_shape, text) => {
  const opened = openText(text)
  expect(serialiseText(opened.doc, opened)).toBe(text)
})

test.each(LESSON_TEXTS)('%s: written anew, learners see the same, and it stays as it is', (_shape, text) => {
  const normal = serialiseText(copyBlocks(text))
  expect(showText(normal)).toEqual(showText(text))
  expect(serialiseText(openText(normal).doc)).toBe(normal)
})

test.each(LESSON_TEXTS)('%s: with a paragraph before it, no other character changes', (_shape, text) => {
  const opened = openText(text)
  const paragraph = createNode('paragraph', null, [schema.text('A new first sentence.')])
  const saved = serialiseText(createNode('doc', null, [paragraph, ...opened.doc.children]), opened)
  expect(saved).toBe(`A new first sentence.\n\n${text}`)
})

test('what the editor cannot change is few: definitions, pictures elsewhere and notes within sentences', () => {
  const opaque = LESSON_TEXTS.flatMap(([, text]) =>
    openText(text).doc.children.flatMap(({ type, attrs }) => (type.name === 'opaque' ? [String(attrs.source)] : [])),
  )
  expect(opaque.map((source) => source.split('\n')[0])).toMatchInlineSnapshot(`
    [
      "[^flicker]: Lamps flicker with the mains. Where the mains has 50 Hz, as in Europe and most of Africa and Asia, 25 frames a second avoid stripes under lamps. Where it has 60 Hz, as in North America and the Philippines, choose 30. If your phone only offers 30, use 30.",
      "[^pace]: Three minutes have 180 seconds, and 180 divided by 25 is about seven seconds a shot. With forty shots it is four and a half.",
      "[^old]: At least 14,000 years, by crumbs from a hearth.",
      "[snell]: https://en.example.org/wiki/Snell%27s_law "Snell's law"",
      "title: Lenses",
      "![elsewhere](https://b.test/x.png)",
    ]
  `)
})
