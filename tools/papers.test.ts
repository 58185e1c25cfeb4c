import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const papers = [
  'README.md',
  'ARCHITECTURE.md',
  'STYLE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/**/*.md'),
]

test.each(papers)('%s names no file and no picture that is not there', (paper) => {
  const text = readFileSync(paper, 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)\s]+)\)/g)].map(([, to]) => join(dirname(paper), to ?? ''))
  const named = [...text.matchAll(/`((?:src|docs|tools|tests|migrations|content)\/[\w./-]+\.\w+)`/g)].map(
    ([, to]) => to ?? '',
  )
  expect([...links, ...named].filter((file) => !existsSync(file))).toEqual([])
})
