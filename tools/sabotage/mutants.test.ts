import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MUTANTS } from './mutants.ts'

test.each(MUTANTS)('$name: the code and the test that it names exist', ({ edits, gate }) => {
  // Only modules are changed as they are loaded: an edit of another file would change nothing.
  for (const { file } of edits) expect(file).toMatch(/\.tsx?$/)
  for (const { file, from } of edits) expect(readFileSync(file, 'utf8'), file).toContain(from)
  expect(readFileSync(gate.file, 'utf8')).toContain(gate.test)
})
