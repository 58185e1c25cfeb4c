import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'STYLE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/**/*.md'),
]

test.each(documents)('every file and picture that %s names exists', (document) => {
  const text = readFileSync(document, 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)\s]+)\)/g)].map(([, to]) => join(dirname(document), to ?? ''))
  const named = [...text.matchAll(/`((?:src|docs|tools|tests|migrations|content)\/[\w./-]+\.\w+)`/g)].map(
    ([, to]) => to ?? '',
  )
  expect([...links, ...named].filter((file) => !existsSync(file))).toEqual([])
})
