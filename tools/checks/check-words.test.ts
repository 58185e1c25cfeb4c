import { expect, test } from 'vitest'
import { findCommentFaultsOfSql, findRepeatedTypes, findWordFaults } from './check-words.ts'

test.each([
  ['a variable with a word of dialect', 'const told = 1', 'the name told'],
  ['a parameter with a word of dialect', 'const a = (asked: string) => asked', 'the name asked'],
  ['a field of a type', 'type A = { kept: string }', 'the name kept'],
  ['a word of dialect inside a name', 'const toldAt = 1', 'holds “told”'],
  ['a getter that ends in Of', 'function linesOf() {}', 'ends in “Of”'],
  ['a constructor that begins with open', 'const openQueue = () => 1', 'begins with “open”'],
  ['a comment that starts with a clause', '// What is counted here.\nconst a = 1', 'starts with a clause'],
  ['a comment over two lines', '// The page of\n// somebody else.\nconst a = 1', 'does not name'],
  ['a comment with a metaphor', '/** They wait at the door. */\nconst a = 1', 'is a metaphor'],
  ['a long sentence', `// ${'word '.repeat(31)}\nconst a = 1`, 'more than 30 words'],
])('%s is a fault', (_name, text, says) => {
  expect(findWordFaults('src/a.ts', text).join()).toContain(says)
})

test('plain names, plain comments, uses of a library’s names and code in a comment are no faults', () => {
  const text =
    "// Reads `What it is.` and returns the order.\nimport { told } from 'library'\nconst order = told.kept\nconst { asked } = order\n"
  expect(findWordFaults('src/a.ts', text)).toEqual([])
})

test('the faults of comments in SQL are found too', () => {
  expect(findCommentFaultsOfSql('a.sql', "comment on table a is 'What is taught.';\n-- Whose it is.\n")).toHaveLength(2)
  expect(findCommentFaultsOfSql('a.sql', "comment on table a is 'The courses.';\n-- Refuses a second row.\n")).toEqual(
    [],
  )
})

test('a type name that two files export is a fault, and one that a single file exports is none', () => {
  const files = new Map([
    ['src/a.ts', 'export type Order = { a: 1 }\nexport type Line = 1'],
    ['src/b.ts', 'export type Order = { b: 1 }'],
  ])
  expect(findRepeatedTypes(files)).toEqual(['type Order is exported by src/a.ts and src/b.ts'])
})
