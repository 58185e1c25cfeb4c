/** The documents as the server sends them. `tests/browser/further/valid-html.test.ts` judges the pages of people. */
import { expect } from 'vitest'
import { INFORMATION_PAGES } from '#domain/site-addresses.ts'
import { test } from '../support/http-test.ts'
import { LISTED_PAGES } from '../support/listed-pages.ts'
import { findHtmlFaults } from '../support/valid-html.ts'

/** The server never sees what is behind the `#`. */
const DOCUMENTS = new Set([
  ...LISTED_PAGES.map(({ path }) => path.split('#')[0]!),
  ...INFORMATION_PAGES.map((name) => `/${name}`),
  '/refer-a-friend',
  '/support',
  '/dev/mail',
])

test('every kind of document is valid HTML as the server sends it', async ({ server }) => {
  const documents: [path: string, html: string][] = []
  for (const path of DOCUMENTS) {
    const response = await fetch(server.url + path)
    expect([path, response.headers.get('content-type')]).toEqual([path, 'text/html; charset=utf-8'])
    documents.push([path, await response.text()])
  }
  for (const [path, html] of documents) expect([path, await findHtmlFaults(html)]).toEqual([path, []])
})

test('a block inside the summary of details is a fault', async () => {
  const html =
    '<!doctype html><html lang="en"><head><title>x</title></head><body><details><summary>SUM</summary></details></body></html>'
  expect(await findHtmlFaults(html.replace('SUM', '<h3>Where</h3><small>when</small>'))).toEqual([])
  expect(await findHtmlFaults(html.replace('SUM', '<div>Where</div>'))).toHaveLength(1)
})
