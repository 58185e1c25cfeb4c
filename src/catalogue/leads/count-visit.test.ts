/** Counts of visits with a campaign (docs/contract §29), on a real database and in a simulated browser. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#http/client.ts'
import { Attribution } from '#http/schemas.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { reportVisit } from './browser/report-visit.ts'
import { countVisit } from './count-visit.ts'
import { countCampaignVisit } from './queries/campaign-visits.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(() => world.db.deleteFrom('campaign_visit').execute())

const listCounts = async () =>
  (
    await sql<{ fields: object; count: number }>`select fields, count::int from campaign_visit order by count`.execute(
      world.db,
    )
  ).rows

test('visits at the same time are all counted, by campaign and without the click id', async () => {
  const count = (clickid: string) => countVisit(world, { attribution: { source: 'post', clickid }, ip: randomUUID() })
  await Promise.all(Array.from({ length: 20 }, (_, index) => count(`click-${index}`)))
  // The length is cut within the character at the end.
  const long = Attribution.parse({ source: 'post', campaign: `${'a'.repeat(299)}😀` })
  await countVisit(world, { attribution: long, ip: randomUUID() })
  expect(await listCounts()).toEqual([
    { fields: { source: 'post', campaign: `${'a'.repeat(299)}\ufffd` }, count: 1 },
    { fields: { source: 'post' }, count: 20 },
  ])
})

test('a visit without a field is refused, and one address is counted 120 times an hour', async () => {
  expect(await countVisit(world, { attribution: { source: '' }, ip: 'x' })).toMatchObject({
    refusal: { code: 'FIELD_INVALID' },
  })
  for (let visit = 0; visit < 120; visit++) await countVisit(world, { attribution: { source: 'a' }, ip: 'one' })
  expect(await countVisit(world, { attribution: { source: 'a' }, ip: 'one' })).toMatchObject({
    refusal: { code: 'RATE_LIMITED' },
  })
  expect(await listCounts()).toEqual([{ fields: { source: 'a' }, count: 120 }])
})

test('a day with too many campaigns counts new ones together, and known ones as before', async () => {
  for (const source of ['a', 'b', 'c', 'd', 'a'])
    await countCampaignVisit(world.db, {
      day: '2027-01-05',
      fields: { source },
      otherFields: { source: '(other)' },
      maxCampaigns: 2,
    })
  expect(await listCounts()).toMatchObject([
    { fields: { source: 'b' }, count: 1 },
    { fields: { source: '(other)' }, count: 2 },
    { fields: { source: 'a' }, count: 2 },
  ])
})

test('a tab reports a campaign once while it stays the same, and nothing if the browser objects', async () => {
  const stored = new Map<string, string>()
  const sent: object[] = []
  const visitor = {
    client: {
      call: async (_endpoint: unknown, { body }: { body: object }) => void sent.push(body),
    } as unknown as Client,
    session: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
    asksNotToBeTracked: false,
  }
  for (const source of ['a', 'a', 'b']) await reportVisit(visitor, { source })
  await reportVisit({ ...visitor, asksNotToBeTracked: true }, { source: 'c' })
  expect(sent).toEqual([{ attribution: { source: 'a' } }, { attribution: { source: 'b' } }])
})
