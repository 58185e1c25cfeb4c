/** docs/specification.md §2: a log-in modal can be opened from anywhere. */
import { expect } from 'vitest'
import { SITE_ROUTES } from '../../src/http/site-routes.ts'
import { test } from '../support/http-test.ts'
import { LISTED_PAGES } from '../support/listed-pages.ts'
import { listElements } from '../support/markup.ts'

/**
 * Pages that ask for the log-in themselves: `/login` links to the modal, the checkout asks beside the buyer's details, and the
 * portal shows a stranger the form instead of the page. The preview of a draft shows a page without its site.
 */
const ASKS_ITSELF = /^\/(login|checkout|gift-card\/buy|order|portal|studio|draft)\b/

const PATHS = new Set([
  ...LISTED_PAGES.map(({ path }) => path.split(/[?#]/)[0]!),
  ...SITE_ROUTES.filter(({ path, file }) => file.endsWith('.tsx') && !/[:*]/.test(path)).map(({ path }) => `/${path}`),
])

test('every page of a stranger has a button that opens the log-in modal, without scripts', async ({ server }) => {
  const paths = [...PATHS].filter((path) => !ASKS_ITSELF.test(path))
  for (const path of ['/waitlist', '/support', '/forget-password', '/reset-password']) expect(paths).toContain(path)
  for (const path of paths) {
    const html = await (await fetch(server.url + path)).text()
    const openers = listElements(html, 'button').filter(({ attributes }) => attributes.commandfor === 'log-in')
    expect([path, openers.map(({ attributes, text }) => [attributes.command, text])]).toEqual([
      path,
      [['show-modal', 'Log in']],
    ])
  }
})
