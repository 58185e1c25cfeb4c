import { expect, test } from 'vitest'
import { findFullFolders, findStyleFaults } from './check-style.ts'

test.each([
  ['work put off', `// ${'TO'}DO later`, 'puts something off'],
  ['a silenced compiler', `// @ts-${'ignore'}`, 'silences the compiler'],
  ['leave without a reason', `// biome-${'ignore'} lint/style\nx`, 'without a reason'],
  ['a folder of one machine', `'/${'home'}/somebody'`, 'names a folder of one machine'],
])('%s is a fault', (_name, text, says) => {
  expect(findStyleFaults('x.ts', text).join()).toContain(says)
})

test('a suppression with a reason is no fault', () => {
  expect(findStyleFaults('x.ts', `// biome-${'ignore'} lint/style: the vendor's own name\nx`)).toEqual([])
})

test('a folder has at most 25 files, tests aside', () => {
  const files = Array.from({ length: 25 }, (_, at) => `src/ui/part-${at}.tsx`)
  expect(findFullFolders([...files, 'src/ui/part-1.test.tsx', 'src/ui/frame/mark.tsx'])).toEqual([])
  expect(findFullFolders([...files, 'src/ui/one-more.css'])).toEqual(['src/ui has 26 files: 25 is the most'])
})
