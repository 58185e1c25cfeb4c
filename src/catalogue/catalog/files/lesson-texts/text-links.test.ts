import { expect, test } from 'vitest'
import { reportTextLinks } from './text-links.ts'

function listFaults(text: string): string[] {
  const faults: string[] = []
  const addFileFault = (fault: string) => faults.push(fault)
  reportTextLinks({ folder: 'course', usedNames: new Set(), addFault() {}, addFileFault }, 'course/extra.md', text)
  return faults
}

const WHOLE = 'is no whole address: write https://…, a path of the site such as /faq, or # and a heading of this text'

test('a link that leads nowhere is refused by its own line', () => {
  const text = [
    '# The first light',
    '',
    'Words alone, such as next.md or #none, are no links.',
    '',
    'Read [this](#the-first-light), [that](https://a.test/), [those](/faq) and [me](mailto:a@b.test).',
    'See [the next lesson](next.md), [nothing](#none) and `[code](x.md)`,',
    'and [one below][ref].',
    '',
    '[ref]: //evil.test/x',
  ]
  expect(listFaults(text.join('\n'))).toEqual([
    `course/extra.md:6:23 \`next.md\` ${WHOLE}`,
    'course/extra.md:6:43 `#none` is the name of no heading of this text',
    `course/extra.md:9:8 \`//evil.test/x\` ${WHOLE}`,
  ])
})

test('a text may link to its second heading of the same words, and to one in any script', () => {
  expect(
    listFaults('## Über uns\n\n## Über uns\n\n## 光, again!\n\n[a](#über-uns-1) [b](#%C3%BCber-uns) [c](#光-again)'),
  ).toEqual([])
})
