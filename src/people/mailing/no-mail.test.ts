import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config/config.ts'
import { transact } from '#platform/db/transaction.ts'
import { createMailer } from '#platform/mail/create-mailer.ts'
import { sendsMail } from '#platform/mail/sends-mail.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { addMail, countUnsent, getMail } from './queries.ts'
import { sendMail } from './send.ts'

const PRODUCTION = {
  MODE: 'production',
  PUBLIC_URL: 'https://school.test',
  DATA_DIR: '/nowhere',
  TRUSTED_PROXIES: 'none',
}

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('with MAIL_DELIVERY=none an e-mail stays queued, and is sent once a mail server is configured', async () => {
  const none = createMailer(readConfig({ ...PRODUCTION, MAIL_DELIVERY: 'none' }))
  const mail = {
    dedupeKey: `receipt:${randomUUID()}` as const,
    to: 'ana@school.test',
    subject: 'A receipt',
    text: 'words',
    html: '<p>words</p>',
  }
  const id = (await transact(world.db, (tx) => addMail(tx, mail)))!
  await sendMail({ ...world, mailer: none }, id)
  expect(none.engine).toBe('none')
  expect(await getMail(world.db, id)).toMatchObject({ state: 'queued', attempts: 0, sent_at: null })
  expect(await countUnsent(world.db)).toBe(1)

  const sent: string[] = []
  const send = async (email: { subject: string }) => {
    sent.push(email.subject)
    return { is: 'accepted' as const }
  }
  await sendMail({ ...world, mailer: { ...none, engine: 'smtp', send } }, id)
  expect(sent).toEqual(['A receipt'])
  expect(await getMail(world.db, id)).toMatchObject({ state: 'sent', text_body: '' })
})

test.each([
  ['all parts without a mail server', { MAIL_DELIVERY: 'none' }, false],
  ['a worker without one', { MAIL_DELIVERY: 'none', SERVE: 'worker' }, false],
  ['pages alone, whose worker sends elsewhere', { SERVE: 'site,login' }, true],
  ['all parts with one', { SMTP_URL: 'smtps://a:b@mail.school.test' }, true],
])('whether e-mails are sent: %s', (_case, settings, sends) => {
  const config = readConfig({ ...PRODUCTION, ...settings })
  const mailer = createMailer(config)
  expect(sendsMail({ mailer, config })).toBe(sends)
  mailer.close()
})
