import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const NOT_YET = 'not yet'
const rows = readFileSync('docs/specification.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, section, demand, livesIn, provedBy]) => ({
    section,
    demand,
    livesIn: livesIn ?? '',
    provedBy: provedBy ?? '',
  }))

test('every section of the specification has its rows', () => {
  expect([...new Set(rows.map((row) => row.section))]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  expect(rows.length).toBeGreaterThan(80)
})

test.each(rows)('§$section $demand: the file it names is there', ({ livesIn }) => {
  if (livesIn === NOT_YET) return
  expect(existsSync(livesIn.replaceAll('`', '')), livesIn).toBe(true)
})

test.each(rows)('§$section $demand: the test it names is there', ({ livesIn, provedBy }) => {
  if (provedBy === NOT_YET) return
  expect(livesIn, 'what is proved lives somewhere').not.toBe(NOT_YET)
  const [, file, name] = /^`(.+?) › (.+)`$/.exec(provedBy) ?? []
  expect(file && existsSync(file), provedBy).toBe(true)
  expect(
    titlesIn(readFileSync(file ?? '', 'utf8')).some((title) => title.includes(name ?? '')),
    provedBy,
  ).toBe(true)
})

/** What the tests and groups of a file are called: the words right after `test(`, `describe(` or a table of cases. */
function titlesIn(text: string): string[] {
  return [...text.matchAll(/(?:\b(?:test|describe)\(|\]\)\(|\]\)\(\s*|\w\)\()\s*(['`])((?:(?!\1).)+)\1/g)].map(
    ([, , title]) => title ?? '',
  )
}
