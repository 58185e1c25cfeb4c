/** Turning off a kind of e-mail by its link, over HTTP, on a real database. docs/contract §22. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { createLearner, type Learner } from '../../../tests/world/learner.ts'
import { enqueueOptionalMail } from './enqueue-optional-mail.ts'
import { MAIL_CATEGORIES } from './mail-categories.ts'
import type { OptionalMailKind } from './mail-kinds.ts'
import { changeMailOptOut } from './wire.ts'

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

const answer = (data: object) => ({ data: { data } })

async function send({ personId: id, email }: Learner, about: string, kind: OptionalMailKind = 'session.soon') {
  const content = {
    subject: about,
    title: about,
    paragraphs: ['Hello'],
    button: null,
    sender: { name: 'B', supportAddress: 'a@b.test', mailMark: null },
  }
  await setup.world.db
    .transaction()
    .execute((tx) => enqueueOptionalMail(setup.world, tx, { kind, person: { id, email }, about, content }))
}

async function listMails({ email }: Learner) {
  return setup.world.db.selectFrom('mail').selectAll().where('to_address', '=', email).orderBy('id').execute()
}

/** The token of the newest mail's link. Text and HTML have the same. */
async function getToken(person: Learner): Promise<string> {
  const { text_body: text, html_body: html } = (await listMails(person)).at(-1)!
  const token = /mail-opt-out#token=(\S+)/.exec(text)![1]!
  expect(html).toContain(token)
  return token
}

test('the link in an e-mail turns its kind off for its person, and on again', async () => {
  const person = await createLearner(setup)
  const other = await createLearner(setup)
  await send(person, 'one')
  await send(person, 'one')
  const before = await listMails(person)
  expect(before.filter(({ subject }) => subject === 'one')).toHaveLength(1)
  const token = await getToken(person)
  const call = (isOff: boolean | null) => person.client.call(changeMailOptOut, { body: { token, isOff } })
  expect(await call(null)).toMatchObject(answer({ label: MAIL_CATEGORIES['session.soon'], isOff: false }))
  await call(true)
  expect(await call(true)).toMatchObject(answer({ isOff: true }))
  expect(await call(null)).toMatchObject(answer({ isOff: true }))
  await send(person, 'two')
  expect(await listMails(person)).toHaveLength(before.length)
  await send(person, 'three', 'recording.ready')
  await send(other, 'two')
  expect((await listMails(person)).at(-1)).toMatchObject({ subject: 'three' })
  expect((await listMails(other)).at(-1)).toMatchObject({ subject: 'two' })
  await call(false)
  await send(person, 'two')
  expect((await listMails(person)).at(-1)).toMatchObject({ subject: 'two' })
})

test('a link of another person or category, or a changed one, changes nothing', async () => {
  const person = await createLearner(setup)
  const other = await createLearner(setup)
  await send(person, 'one')
  const token = await getToken(person)
  const [text = '', mac = ''] = token.split('.')
  const forge = (from: string, to: string) =>
    `${Buffer.from(Buffer.from(text, 'base64url').toString().replace(from, to)).toString('base64url')}.${mac}`
  for (const forged of [
    forge(person.email, other.email),
    forge('session.soon', 'recording.ready'),
    forge('session.soon', 'constructor'),
    `${token}x`,
    text,
    'none',
  ])
    expect(await person.client.call(changeMailOptOut, { body: { token: forged, isOff: true } })).toMatchObject({
      errorCode: 'VERIFICATION_INVALID',
    })
  const rows = setup.world.db.selectFrom('mail_opt_out').selectAll()
  expect(await rows.where('address', 'in', [person.email, other.email]).execute()).toEqual([])
})

test('every such e-mail has the headers of one click, and its link also changes the other categories', async () => {
  const person = await createLearner(setup)
  await send(person, 'one')
  const { headers } = (await listMails(person)).at(-1)! as { headers: Record<string, string> }
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const token = await getToken(person)
  expect(headers['List-Unsubscribe']).toMatch(/^<https?:\/\/[^<>]+\/unsubscribe\?token=[\w.-]+>$/)
  expect(headers['List-Unsubscribe']).toContain(`token=${token}>`)
  const all = await person.client.call(changeMailOptOut, { body: { token, isOff: true, category: 'recording.ready' } })
  expect(all).toMatchObject(answer({ category: 'session.soon', isOff: false, address: person.email }))
  await send(person, 'two', 'recording.ready')
  await send(person, 'three')
  expect((await listMails(person)).map(({ subject }) => subject)).toEqual(expect.not.arrayContaining(['two']))
})
