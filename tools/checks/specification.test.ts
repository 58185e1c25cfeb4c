import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projects } from '../../vitest.config.ts'

const NOT_YET = 'not yet'
const provingTests = projects.flatMap((project) => globSync(project.test.include))
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

test('every section of docs/specification.md has rows', () => {
  expect([...new Set(rows.map((row) => row.section))]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  expect(rows.length).toBeGreaterThan(80)
})

test.each(rows)('§$section $demand: its file exists', ({ livesIn }) => {
  if (livesIn === NOT_YET) return
  expect(existsSync(livesIn.replaceAll('`', '')), livesIn).toBe(true)
})

test.each(rows)('§$section $demand: its test exists', ({ livesIn, provedBy }) => {
  if (provedBy === NOT_YET) return
  expect(livesIn, 'a proved demand names its file').not.toBe(NOT_YET)
  const [, file, name] = /^`(.+?) › (.+)`$/.exec(provedBy) ?? []
  expect(file && existsSync(file), provedBy).toBe(true)
  expect(provingTests, 'neither `npm test` nor a further project runs this test').toContain(file)
  expect(
    titlesIn(readFileSync(file ?? '', 'utf8')).some((title) => title.includes(name ?? '')),
    provedBy,
  ).toBe(true)
})

/** The titles of a file's tests and groups: the text after `test(`, `describe(` or a table of cases. */
function titlesIn(text: string): string[] {
  return [...text.matchAll(/(?:\b(?:test|describe)\(|\]\)\(|\]\)\(\s*|\w\)\()\s*(['`])((?:(?!\1).)+)\1/g)].map(
    ([, , title]) => title ?? '',
  )
}
