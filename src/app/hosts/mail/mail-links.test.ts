/** The one-click link of e-mails over real sockets. RFC 8058. */
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOptOutLinks } from '#people/mailing/opt-out.ts'
import { listOptOuts } from '#people/mailing/queries.ts'
import { createWorld, type World } from '../../../../tests/world/world.ts'
import { mountMailLinks } from './mail-links.ts'

let world: World
let site: string
const app = Fastify()
beforeAll(async () => {
  world = await createWorld()
  await mountMailLinks(app, world)
  site = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await world.close()
})

const createLink = (address: string) => {
  const { pathname, search } = new URL(createOptOutLinks(world, { address, category: 'session.soon' }).oneClickUrl)
  return `${site}${pathname}${search}`
}
const ONE_CLICK = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })

test('one click turns the category off without a log-in, and again changes nothing', async () => {
  const multipart = new FormData()
  multipart.set('List-Unsubscribe', 'One-Click')
  for (const body of [ONE_CLICK, ONE_CLICK, multipart])
    expect((await fetch(createLink('a@school.test'), { method: 'POST', body })).status).toBe(200)
  expect(await listOptOuts(world.db, 'a@school.test')).toMatchObject([{ category: 'session.soon' }])
})

test('a link that is opened leads to the page, and changes nothing; nor does a forged one or another body', async () => {
  const link = createLink('b@school.test')
  const opened = await fetch(link, { redirect: 'manual' })
  expect([opened.status, opened.headers.get('location')]).toEqual([
    302,
    expect.stringContaining('/mail-opt-out#token='),
  ])
  for (const [url, body] of [
    [link.replace('token=', 'token=x'), ONE_CLICK],
    [`${site}/unsubscribe`, ONE_CLICK],
    [link, 'hello'],
  ] as const)
    expect((await fetch(url, { method: 'POST', body })).status).toBe(400)
  expect(await listOptOuts(world.db, 'b@school.test')).toEqual([])
})
