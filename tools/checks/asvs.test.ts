import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('docs/asvs.md', 'utf8')
const rows = [...text.matchAll(/^\| (\d+)\.(\d+\.\d+) \| ([12]) \| (.+?) \| (.+?) \| (.*) \|$/gm)].map(
  ([, chapter, number, level, , status, where]) => ({
    id: `${chapter}.${number}`,
    chapter,
    level,
    status,
    where: where!,
  }),
)

/** The number of level 1 and level 2 requirements in each chapter of ASVS 5.0.0, counted in its published table. */
const COUNTS = {
  1: [8, 19],
  2: [4, 7],
  3: [8, 11],
  4: [2, 8],
  5: [4, 5],
  6: [13, 22],
  7: [6, 12],
  8: [4, 3],
  9: [4, 3],
  10: [5, 24],
  11: [3, 11],
  12: [3, 6],
  13: [1, 12],
  14: [2, 7],
  15: [3, 10],
  16: [0, 16],
  17: [0, 7],
}

test('every requirement of levels 1 and 2 has one row', () => {
  const count = (chapter: string, level: string) =>
    rows.filter((row) => row.chapter === chapter && row.level === level).length
  for (const [chapter, counts] of Object.entries(COUNTS))
    expect([chapter, count(chapter, '1'), count(chapter, '2')]).toEqual([chapter, ...counts])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(253)
})

test('every row has a status, and a met requirement names where', () => {
  for (const { id, status, where } of rows) {
    expect([id, ['met', 'partly', 'not met', 'not applicable'].includes(status!)]).toEqual([id, true])
    expect([id, where.length > 0]).toEqual([id, true])
  }
})

test('the totals above the table are correct', () => {
  const sums = ['met', 'partly', 'not met', 'not applicable'].map(
    (status) => `${rows.filter((row) => row.status === status).length} ${status}`,
  )
  expect(text).toContain(`Of ${rows.length} requirements: ${sums.join(', ')}.`)
})
