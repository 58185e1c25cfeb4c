import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NAMED_MODULES } from './script-groups.ts'

test('every module that a group of scripts names exists', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  const missing = NAMED_MODULES.filter((name) => !files.some((file) => file.startsWith(`${name}.`)))
  expect(missing).toEqual([])
  expect(NAMED_MODULES.length).toBeGreaterThan(50)
})
