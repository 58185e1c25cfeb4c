import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mailer } from '#platform/mail/mailer.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { enqueueMail } from './enqueue-mail.ts'
import { listNewestMails } from './queries.ts'
import { sendMail } from './send.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const mailer = (engine: Mailer['engine'], send: Mailer['send'] = async () => ({ is: 'accepted' })): Mailer => ({
  engine,
  send,
  check: async () => {},
  close: () => {},
})

async function sendWith(engine: Mailer): Promise<Awaited<ReturnType<typeof listNewestMails>>[number]> {
  const to = `${randomUUID()}@understudy.test`
  const attachments = [{ filename: 'x.pdf', contentType: 'application/pdf', content: Buffer.from('x') }]
  const content = { subject: 'A new password', text: '/reset-password#token=secret', html: 'secret', attachments }
  await world.db
    .transaction()
    .execute((tx) => enqueueMail(tx, world.jobs, { dedupeKey: `reset:${to}`, to, ...content }))
  const { id } = (await listNewestMails(world.db, to))[0]!
  await sendMail({ ...world, mailer: engine }, id).catch(() => {})
  return (await listNewestMails(world.db, to))[0]!
}

test('a sent e-mail keeps neither its links and codes nor its attachments', async () => {
  const mail = await sendWith(mailer('smtp'))
  expect(mail).toMatchObject({ state: 'sent', text_body: '', html_body: '', headers: {} })
  const files = world.db.selectFrom('mail_attachment').select('filename').where('mail_id', '=', mail.id)
  expect(await files.execute()).toEqual([])
})

test('an e-mail that could not be sent stays complete for a retry', async () => {
  const failingMailer = mailer('smtp', async () => ({ is: 'deferred', reason: '450 later' }))
  const text_body = '/reset-password#token=secret'
  expect(await sendWith(failingMailer)).toMatchObject({ state: 'queued', attempts: 1, problem: '450 later', text_body })
})

test('a demo keeps its e-mails complete', async () => {
  expect(await sendWith(mailer('outbox'))).toMatchObject({ state: 'sent', text_body: '/reset-password#token=secret' })
})
