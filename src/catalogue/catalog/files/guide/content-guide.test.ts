import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fillContentGuide } from './content-guide.ts'

const readme = readFileSync('content/README.md', 'utf8')

test('content/README.md has each field of the schema, with what is required and allowed', () => {
  const guide = fillContentGuide(readme)
  expect(guide, 'run npm run u -- generate').toBe(readme)
  for (const row of [
    '| `code` | yes | 2 to 12 capital letters and digits |  |',
    '| `kind` | yes | `course`, `workshop`, `masterclass` |  |',
    '| `listed` |  | `true` or `false` | `true` |',
    '| `price.amount` | yes | an amount such as 99 or 51.86 |  |',
    '| `curriculum[].items[].minutes` | yes | a whole number of 1 to 600 |  |',
    '| `cohorts[].zone` | yes | a known time zone such as Europe/London |  |',
    '| `studentWork.works` |  | a list of at most 12 |  |',
    '| `access` |  | forever or { days: 365 } | `{days: 365}` |',
  ])
    expect(guide).toContain(row)
  for (const line of guide.split('\n').filter((one) => one.startsWith('| `')))
    expect(line).not.toMatch(/undefined|null|\[object/)
})

test('a text without the comments of the generated part is refused', () => {
  expect(() => fillContentGuide('# The content')).toThrow('has lost the comments')
})
