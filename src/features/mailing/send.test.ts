import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mailer } from '#platform/mail/mailer.ts'
import { openWorld, type World } from '../../../tests/world.ts'
import { post } from './post.ts'
import { newestMail } from './queries.ts'
import { sendMail } from './send.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const mailer = (engine: Mailer['engine'], send: Mailer['send'] = async () => {}): Mailer => ({
  engine,
  send,
  check: async () => {},
  close: () => {},
})

async function sentBy(engine: Mailer): Promise<Awaited<ReturnType<typeof newestMail>>[number]> {
  const to = `${randomUUID()}@understudy.test`
  const attachments = [{ filename: 'x.pdf', contentType: 'application/pdf', content: Buffer.from('x') }]
  const words = { subject: 'A new password', text: '/reset-password#token=secret', html: 'secret', attachments }
  await world.db.transaction().execute((tx) => post(tx, world.jobs, { dedupeKey: to, to, ...words }))
  const { id } = (await newestMail(world.db, to))[0]!
  await sendMail({ ...world, mailer: engine }, id).catch(() => {})
  return (await newestMail(world.db, to))[0]!
}

test('a mail that a server took keeps neither its links and codes nor its attachments', async () => {
  const mail = await sentBy(mailer('smtp'))
  expect(mail).toMatchObject({ state: 'sent', text_body: '', html_body: '', headers: {} })
  const files = world.db.selectFrom('mail_attachment').select('filename').where('mail_id', '=', mail.id)
  expect(await files.execute()).toEqual([])
})

test('a mail that no server took is still whole, to be tried again', async () => {
  const away = mailer('smtp', async () => {
    throw new Error('away')
  })
  expect(await sentBy(away)).toMatchObject({ state: 'failed', text_body: '/reset-password#token=secret' })
})

test('a demo shows its mails whole', async () => {
  expect(await sentBy(mailer('outbox'))).toMatchObject({ state: 'sent', text_body: '/reset-password#token=secret' })
})
