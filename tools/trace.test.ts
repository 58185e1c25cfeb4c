import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const [, trace = ''] =
  /## One request, traced[^\n]*\n([\s\S]*?)\nWhat a crash/.exec(readFileSync('ARCHITECTURE.md', 'utf8')) ?? []
const files = [...new Set([...trace.matchAll(/`(src\/[^`]+)`/g)].map(([, file]) => file ?? ''))]

test('the main job reads in at most 12 files and 900 lines, each of which is there', () => {
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  expect(files.length).toBeGreaterThan(8)
  expect(files.length).toBeLessThanOrEqual(12)
  const lines = files.map((file) => readFileSync(file, 'utf8').trimEnd().split('\n').length)
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(900)
})
