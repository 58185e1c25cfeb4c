import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projects } from '../../vitest.config.ts'

test('every file of tests belongs to exactly one project', () => {
  const included = projects.flatMap((project) => globSync(project.test.include))
  expect(included.toSorted()).toEqual(globSync('{src,tools,tests}/**/*.test.{ts,tsx}').toSorted())
})
