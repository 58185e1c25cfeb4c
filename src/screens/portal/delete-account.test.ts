import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '#domain/money/money.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import { askAll } from '#screens/admin/queries/audit-money.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { createOrder } from '#sell/orders/create-order.ts'
import { addPurchase } from '#sell/orders/queries/gift-card-purchases.ts'
import { addPayment } from '#sell/orders/queries/payments.ts'
import { createIdentityWorld, type Identity, PASSWORD, SAID, says } from '../../../tests/world/identity.ts'
import { givenCourse } from '../../../tests/world/selling.ts'

let identityWorld: Identity
beforeAll(async () => {
  identityWorld = await createIdentityWorld()
})
afterAll(() => identityWorld.close())

const requestDeletion = async (email: string, body: object) =>
  identityWorld.post('delete-account', body, await identityWorld.as(email))

test('deletion needs the e-mail address entered again and the password', async () => {
  const email = await identityWorld.known()
  expect(await identityWorld.post('delete-account', { email, password: PASSWORD })).toMatchObject(SAID.noToken)
  expect(await requestDeletion(email, { email: 'other@understudy.test', password: PASSWORD })).toMatchObject(
    says(400, 'FIELD_INVALID', 'This is not the address of your account', {
      email: 'This is not the address of your account',
    }),
  )
  expect(await requestDeletion(email, { email })).toMatchObject(SAID.noPassword)
  expect(await requestDeletion(email, { email, password: 'wrong' })).toMatchObject({
    status: 400,
    body: { fields: { password: 'This is not your password' } },
  })
})

test('a deleted person cannot log in, has no name in any table and frees the seat; the ledger stays balanced', async () => {
  const courseCode = await givenCourse(identityWorld.world, { seats: 3 })
  const email = await identityWorld.known()
  await giveSeat(identityWorld.world, courseCode, { email, name: 'Rosalind Quick', timezoneId: 'UTC' })
  const session = await identityWorld.bearer(email)
  const id = (await sql<{ id: string }>`select id from person where email = ${email}`.execute(identityWorld.world.db))
    .rows[0]!.id

  const exported = await identityWorld.api.call('/api/v1/account-export', {
    headers: { authorization: session.authorization },
  })
  expect(JSON.stringify(exported.body)).not.toMatch(/token=|text_body/)
  expect(exported).toMatchObject({
    status: 200,
    body: { data: { profile: { email }, orders: [{ cohort_code: courseCode }] } },
  })

  expect(
    await identityWorld.post('delete-account', { email, password: PASSWORD }, { authorization: session.authorization }),
  ).toMatchObject({ status: 204 })
  expect(await identityWorld.post('get-token', { refreshToken: session.refresh })).toMatchObject(SAID.refreshEnded)
  expect(await identityWorld.post('log-in', { email, password: PASSWORD })).toMatchObject(SAID.wrong)
  expect(await listTablesContaining(email, 'Rosalind Quick')).toEqual([])

  const { rows } = await sql<{ taken: number; state: string; name: string }>`
    select c.taken, e.state, o.name from enrolment e join orders o on o.id = e.order_id join cohort c on c.cohort_code = e.cohort_code
    where e.person_id = ${id}`.execute(identityWorld.world.db)
  expect(rows).toEqual([{ taken: 0, state: 'cancelled', name: 'Deleted person' }])
  for (const { id: queryId, violations } of await askAll(identityWorld.world.db))
    expect([queryId, violations]).toEqual([queryId, []])
})

test('deleting a gift card recipient also removes the name from the order, and deleted people get no e-mail', async () => {
  const { db } = identityWorld.world
  const email = await identityWorld.known()
  const buyer = await identityWorld.known()
  await db.transaction().execute(async (tx) => {
    const created = await createOrder(tx, {
      product: { kind: 'gift-card' },
      price: { currency: 'USD', subtotal_minor: 5000, total_minor: 5000 },
      lines: [{ kind: 'gift-card', label: 'Gift card for Wilhelmina Sharp', amount: money(5000, 'USD') }],
      payment: { kind: 'later' },
      buyer: { email: buyer, name: 'Bea', personId: null, timezoneId: 'UTC' },
      acceptedTermsAt: new Date(),
    })
    await addPurchase(tx, {
      order_id: created!.order.id,
      amount_minor: 5000,
      recipient_name: 'Wilhelmina Sharp',
      recipient_email: email,
      message: 'Dear Wilhelmina Sharp',
      send_at: new Date(),
      cancelled_at: new Date(),
    })
  })
  expect(await requestDeletion(email, { email, password: PASSWORD })).toMatchObject({ status: 204 })
  expect(await listTablesContaining(email, 'Wilhelmina Sharp')).toEqual([])

  const deletedPerson = (
    await db.selectFrom('person').select('email').where('email', 'like', 'deleted-%').execute()
  ).at(-1)!
  const content = { subject: 'Your balance is due', text: 'x', html: 'x' }
  await db
    .transaction()
    .execute((tx) =>
      enqueueMail(tx, identityWorld.world.jobs, { dedupeKey: 'reset:nobody', to: deletedPerson.email, ...content }),
    )
  expect(await db.selectFrom('mail').select('id').where('to_address', '=', deletedPerson.email).execute()).toEqual([])
})

test('an account with a pending balance payment cannot be deleted until the payment ends', async () => {
  const { db } = identityWorld.world
  const email = await identityWorld.known()
  const courseCode = await givenCourse(identityWorld.world)
  await giveSeat(identityWorld.world, courseCode, { email, name: 'Ana', timezoneId: 'UTC' })
  const { id } = await db.selectFrom('orders').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const balance = {
    method: 'card',
    provider: 'sandbox',
    purpose: 'balance',
    amount_minor: 100,
    currency: 'USD',
  } as const
  const payment = await db.transaction().execute((tx) => addPayment(tx, { order_id: id, attempt: 2, ...balance }))
  expect(await requestDeletion(email, { email, password: PASSWORD })).toMatchObject({
    body: { errorCode: 'ORDER_OPEN' },
  })
  await db.deleteFrom('payment').where('id', '=', payment.id).execute()
  expect(await requestDeletion(email, { email, password: PASSWORD })).toMatchObject({ status: 204 })
})

test('the only admin cannot delete their account', async () => {
  const first = await identityWorld.known(['learner', 'community-admin'])
  const refusal = says(409, 'LAST_ADMIN', 'You are the only community admin. Make someone else an admin first.')
  expect(await requestDeletion(first, { email: first, password: PASSWORD })).toMatchObject(refusal)
  const second = await identityWorld.known(['learner', 'community-admin'])
  const responses = await Promise.all(
    [first, second].map((email) => requestDeletion(email, { email, password: PASSWORD })),
  )
  expect(responses.map((response) => response.status).toSorted()).toEqual([204, 409])
})

/** Lists the tables with a row that contains one of the words. */
async function listTablesContaining(...content: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema in ('public', 'sandbox') and table_type = 'BASE TABLE'`.execute(identityWorld.world.db)
  const matches: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(
      identityWorld.world.db,
    )
    if (rows.some(({ text }) => content.some((word) => text.includes(word)))) matches.push(name)
  }
  return matches
}

test('concurrent changes do not restore data of a deleted person', async () => {
  for (let round = 0; round < 8; round++) {
    const email = await identityWorld.known()
    const headers = await identityWorld.as(email)
    await Promise.all([
      identityWorld.post('delete-account', { email, password: PASSWORD }, headers),
      identityWorld.post('second-factor/totp', { password: PASSWORD }, headers),
      identityWorld.api.call('/api/v1/user-profile', { method: 'PATCH', headers, body: { name: 'Rosalind Back' } }),
    ])
    const { rows } = await sql`
      select p.id from person p where p.deleted_at is not null
        and (p.name <> 'Deleted person' or exists (select from totp t where t.person_id = p.id))`.execute(
      identityWorld.world.db,
    )
    expect(rows).toEqual([])
  }
})
