import { request } from 'node:http'
import { expect } from 'vitest'
import { INFORMATION_PAGES } from '#domain/site-addresses.ts'
import routes from '../../src/routes.ts'
import { test } from '../support/http-test.ts'
import { listElements, listForms, listLinks } from '../support/markup.ts'
import type { RunningServer } from '../world/server.ts'

/** docs/specification.md §2, to the letter. */
const TEN = [
  '/about-us',
  '/subscribe',
  '/faq',
  '/privacy',
  '/enrollment-terms',
  '/creators',
  '/impact',
  '/trainers',
  '/business',
  '/how-it-works',
]
/** Values for the variable parts of an address. */
const SAMPLES: Record<string, string> = {
  ':instructor': 'nina-reyes',
  ':workshop': 'phone-film-weekend',
  ':offerCode': 'NG',
  ':orderId': '00000000-0000-4000-8000-000000000000',
  ':provider': 'google',
  ':step': 'start',
  ':file': 'NG.svg',
  '*': 'nobody/is/here',
}

test.for(INFORMATION_PAGES)('/%s is complete', async (name, { server }) => {
  const answer = await fetch(`${server.url}/${name}`)
  const html = await answer.text()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=300')
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(listElements(html, 'h1')).toHaveLength(1)
  expect(listElements(html, 'title')[0]?.text).toMatch(/^\S.* · Understudy$/)
  const description = listElements(html, 'meta').find(({ attributes }) => attributes.name === 'description')
  expect(description?.attributes.content).toMatch(/\.$/)
  expect(listLinks(html, 'canonical')).toEqual({ canonical: `${server.url}/${name}` })
  const ownForms = listForms(/<main[\s\S]*<\/main>/.exec(html)![0])
  expect(ownForms, 'no form that does nothing').toHaveLength(name === 'gift-card' ? 1 : 0)
})

const countWidgets = async (server: RunningServer, path: string) =>
  [...(await (await fetch(server.url + path)).text()).matchAll(/id="chat-widget"/g)].length

test.for(TEN)('%s has the chat widget in its HTML, once', async (path, { server }) => {
  expect(await countWidgets(server, path)).toBe(1)
  expect(await countWidgets(server, `${path.toUpperCase()}/`)).toBe(1)
})

test('all other pages have no chat widget, including the 404', async ({ server }) => {
  const fixed = routes.map(({ path = '' }) => `/${path}`).filter((path) => !TEN.includes(path))
  const others = fixed.map((path) => path.replace(/:\w+|\*/g, (part) => SAMPLES[part] ?? 'NG'))
  for (const path of [...others, '/mika-osei/phone-film-weekend', '/nobody-here'])
    expect([path, await countWidgets(server, path)]).toEqual([path, 0])
})

test('without third-party services, there is no consent question', async ({ server }) => {
  const html = await (await fetch(`${server.url}/faq`)).text()
  expect(html).not.toMatch(/third-party|data-consent-bar/)
})

test('a body that is longer than any message is refused before it is read', async ({ server }) => {
  const form = new URLSearchParams({ email: 'long@understudy.test', message: 'x'.repeat(300_000) })
  expect((await fetch(`${server.url}/faq`, { method: 'POST', body: form })).status).toBe(413)
  // Without a word on how long it is.
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const pendingRequest = request(`${server.url}/faq`, { method: 'POST' }, (answer) =>
    resolve(answer.resume().statusCode ?? 0),
  )
  pendingRequest.on('error', reject).write('message=x')
  pendingRequest.end()
  expect(await promise).toBe(413)
})
