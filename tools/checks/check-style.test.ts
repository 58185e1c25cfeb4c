import { expect, test } from 'vitest'
import { findStyleFaults } from './check-style.ts'

test.each([
  ['a file of more than 300 lines', 'x\n'.repeat(301), 'has 301 lines'],
  ['work put off', `// ${'TO'}DO later`, 'puts something off'],
  ['a silenced compiler', `// @ts-${'ignore'}`, 'silences the compiler'],
  ['leave without a reason', `// biome-${'ignore'} lint/style\nx`, 'without a reason'],
  ['the other spelling', `const en${'roll'}ment = 1`, 'spells enrolment'],
])('%s is a fault', (_name, text, says) => {
  expect(findStyleFaults('x.ts', text).join()).toContain(says)
})

test('300 lines, a suppression with a reason and the path /enrollment-terms are no faults', () => {
  expect(
    findStyleFaults(
      'x.ts',
      `// biome-${'ignore'} lint/style: the vendor's own name\n'/en${'roll'}ment-terms'\n${'x\n'.repeat(298)}`,
    ),
  ).toEqual([])
})
