import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveSeat } from '#features/checkout/complimentary.ts'
import { askAll } from '#features/checkout/queries/audit.ts'
import { addPurchase, ensureGiftCardsAreSold } from '#features/checkout/queries/gift-cards.ts'
import { addLine, addOrder } from '#features/checkout/queries/orders.ts'
import { addPayment } from '#features/checkout/queries/payments.ts'
import { post } from '#features/mailing/post.ts'
import { type Identity, openIdentity, PASSWORD, SAID, says } from '../../../tests/identity.ts'
import { givenCourse } from '../../../tests/selling.ts'

let own: Identity
beforeAll(async () => {
  own = await openIdentity()
})
afterAll(() => own.close())

const remove = async (email: string, body: object) => own.post('delete-account', body, await own.as(email))

test('deletion needs the address typed once more and the password', async () => {
  const email = await own.known()
  expect(await own.post('delete-account', { email, password: PASSWORD })).toMatchObject(SAID.noToken)
  expect(await remove(email, { email: 'other@understudy.test', password: PASSWORD })).toMatchObject(
    says(400, 'FIELD_INVALID', 'This is not the address of your account', {
      email: 'This is not the address of your account',
    }),
  )
  expect(await remove(email, { email })).toMatchObject(SAID.noPassword)
  expect(await remove(email, { email, password: 'wrong' })).toMatchObject({
    status: 400,
    body: { fields: { password: 'This is not your password' } },
  })
})

test('a deleted person is nobody: no way in, no name anywhere, the place free, the books as they were', async () => {
  const courseCode = await givenCourse(own.world, { seats: 3 })
  const email = await own.known()
  await giveSeat(own.world, courseCode, { email, name: 'Rosalind Quick', timezoneId: 'UTC' })
  const session = await own.bearer(email)
  const id = (await sql<{ id: string }>`select id from person where email = ${email}`.execute(own.world.db)).rows[0]!.id

  const exported = await own.api.call('/api/v1/account-export', { headers: { authorization: session.authorization } })
  expect(JSON.stringify(exported.body)).not.toMatch(/token=|text_body/)
  expect(exported).toMatchObject({
    status: 200,
    body: { data: { profile: { email }, orders: [{ course_code: courseCode }] } },
  })

  expect(
    await own.post('delete-account', { email, password: PASSWORD }, { authorization: session.authorization }),
  ).toMatchObject({ status: 204 })
  expect(await own.post('get-token', { refreshToken: session.refresh })).toMatchObject(SAID.refreshEnded)
  expect(await own.post('log-in', { email, password: PASSWORD })).toMatchObject(SAID.wrong)
  expect(await placesWith(email, 'Rosalind Quick')).toEqual([])

  const { rows } = await sql<{ taken: number; state: string; name: string }>`
    select c.taken, e.state, o.name from enrolment e join orders o on o.id = e.order_id join cohort c on c.course_code = e.course_code
    where e.person_id = ${id}`.execute(own.world.db)
  expect(rows).toEqual([{ taken: 0, state: 'cancelled', name: 'Deleted person' }])
  for (const { id: question, violations } of await askAll(own.world.db))
    expect([question, violations]).toEqual([question, []])
})

test('who was given a gift card is forgotten by its order too, and nobody writes to who is deleted', async () => {
  const { db } = own.world
  const email = await own.known()
  const buyer = await own.known()
  const order = { course_code: 'GIFT', offer_code: 'GIFT', payment_type: 'full' as const, seats: 1, currency: 'USD' }
  await db.transaction().execute(async (tx) => {
    await ensureGiftCardsAreSold(tx, 'USD')
    const placed = await addOrder(tx, {
      ...order,
      subtotal_minor: 5000,
      total_minor: 5000,
      email: buyer,
      name: 'Bea',
      timezone_id: 'UTC',
      terms_accepted_at: new Date(),
    })
    const of = { order_id: placed!.id, amount_minor: 5000 }
    await addLine(tx, { ...of, position: 0, kind: 'gift-card', label: 'Gift card for Wilhelmina Sharp' })
    const recipient = { recipient_name: 'Wilhelmina Sharp', recipient_email: email, message: 'Dear Wilhelmina Sharp' }
    await addPurchase(tx, { ...of, ...recipient, send_at: new Date(), cancelled_at: new Date() })
  })
  expect(await remove(email, { email, password: PASSWORD })).toMatchObject({ status: 204 })
  expect(await placesWith(email, 'Wilhelmina Sharp')).toEqual([])

  const nobody = (await db.selectFrom('person').select('email').where('email', 'like', 'deleted-%').execute()).at(-1)!
  const words = { subject: 'Your balance is due', text: 'x', html: 'x' }
  await db.transaction().execute((tx) => post(tx, own.world.jobs, { dedupeKey: 'nobody', to: nobody.email, ...words }))
  expect(await db.selectFrom('mail').select('id').where('to_address', '=', nobody.email).execute()).toEqual([])
})

test('who has a balance in the bank’s hands waits for its end: money does not come for a place that is gone', async () => {
  const { db } = own.world
  const email = await own.known()
  const courseCode = await givenCourse(own.world)
  await giveSeat(own.world, courseCode, { email, name: 'Ana', timezoneId: 'UTC' })
  const { id } = await db.selectFrom('orders').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const balance = {
    method: 'card',
    provider: 'sandbox',
    purpose: 'balance',
    amount_minor: 100,
    currency: 'USD',
  } as const
  const payment = await db.transaction().execute((tx) => addPayment(tx, { order_id: id, attempt: 2, ...balance }))
  expect(await remove(email, { email, password: PASSWORD })).toMatchObject({ body: { errorCode: 'ORDER_OPEN' } })
  await db.deleteFrom('payment').where('id', '=', payment.id).execute()
  expect(await remove(email, { email, password: PASSWORD })).toMatchObject({ status: 204 })
})

test('the only admin stays until there is another', async () => {
  const first = await own.known(['learner', 'community-admin'])
  const last = says(409, 'LAST_ADMIN', 'You are the only community admin. Make somebody else one first.')
  expect(await remove(first, { email: first, password: PASSWORD })).toMatchObject(last)
  const second = await own.known(['learner', 'community-admin'])
  const answers = await Promise.all([first, second].map((email) => remove(email, { email, password: PASSWORD })))
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([204, 409])
})

/** Every column of every table that holds one of the words. */
async function placesWith(...words: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema in ('public', 'sandbox') and table_type = 'BASE TABLE'`.execute(own.world.db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(own.world.db)
    if (rows.some(({ text }) => words.some((word) => text.includes(word)))) found.push(name)
  }
  return found
}

test('what is changed at the same moment brings nothing of a deleted person back', async () => {
  for (let round = 0; round < 8; round++) {
    const email = await own.known()
    const headers = await own.as(email)
    await Promise.all([
      own.post('delete-account', { email, password: PASSWORD }, headers),
      own.post('second-factor/totp', { password: PASSWORD }, headers),
      own.api.call('/api/v1/user-profile', { method: 'PATCH', headers, body: { name: 'Rosalind Back' } }),
    ])
    const { rows } = await sql`
      select p.id from person p where p.deleted_at is not null
        and (p.name <> 'Deleted person' or exists (select from totp t where t.person_id = p.id))`.execute(own.world.db)
    expect(rows).toEqual([])
  }
})
