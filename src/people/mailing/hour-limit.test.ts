/** The limit of the site, on a real database. docs/contract §26. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mailer } from '#platform/mail/mailer.ts'
import { createRandom } from '../../../tests/support/random.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { listDueMails } from './queries/delivery.ts'
import { addMail } from './queries.ts'
import { sendMail } from './send.ts'

const PER_HOUR = 20
const WORKERS = 4

let world: World
beforeAll(async () => {
  world = await createWorld(20, { MAILS_PER_HOUR: String(PER_HOUR) })
})
afterAll(() => world.close())

test('workers that send at once stay below the limit of each hour, and urgent e-mails have its last fifth', async () => {
  const random = createRandom(20_270_301)
  const arrived: { hour: number; kind: string }[] = []
  let hour = 12
  const mailer: Mailer = {
    engine: 'smtp',
    send: async ({ subject }) => {
      arrived.push({ hour, kind: subject })
      return { is: 'accepted' }
    },
    check: async () => {},
    close: () => {},
  }
  const worker = { ...world, mailer, clock: () => new Date(`2027-03-01T${hour}:10:00Z`) }
  await world.db.transaction().execute(async (tx) => {
    for (const kind of ['news', 'news', 'news', 'receipt', 'reset'] as const)
      for (let at = 0; at < 14; at++)
        await addMail(tx, {
          dedupeKey: `${kind}:${randomUUID()}`,
          to: `${kind}@a.test`,
          subject: kind,
          text: 'x',
          html: 'x',
        })
  })
  await world.db
    .updateTable('mail')
    .set({ created_at: new Date('2027-03-01T12:00:00Z') })
    .execute()

  for (; hour < 17; hour++) {
    const due = await listDueMails(world.db, worker.clock())
    const shares = Array.from({ length: WORKERS }, () => random.shuffle(due))
    await Promise.all(shares.map((ids) => Promise.all(ids.map((id) => sendMail(worker, id)))))
    const inHour = arrived.filter((mail) => mail.hour === hour)
    expect(inHour.length).toBeLessThanOrEqual(PER_HOUR)
    expect(inHour.filter(({ kind }) => kind === 'news').length).toBeLessThanOrEqual(PER_HOUR * 0.8)
    if (hour === 12) expect(inHour).toHaveLength(PER_HOUR)
  }
  expect(arrived).toHaveLength(70)
  const rows = await world.db.selectFrom('mail').select(['state', 'attempts']).execute()
  expect(rows.every(({ state, attempts }) => state === 'sent' && attempts === 1)).toBe(true)
})
