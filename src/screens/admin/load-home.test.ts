import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBackupState, recordDamage } from '#platform/backup/backup-runs.ts'
import { givenPaidOrder } from '../../../tests/world/bought.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'

const PATH = '/api/v1/admin/home?timezoneId=Asia/Manila'

let identityWorld: Identity
beforeAll(async () => {
  identityWorld = await createIdentityWorld()
})
afterAll(() => identityWorld.close())

test('one call returns all of an admin’s home page, and leaves no trace in the audit log', async () => {
  const { world, api } = identityWorld
  const admin = await identityWorld.admin()
  await world.db
    .insertInto('support_conversation')
    .values({ email: 'ana@understudy.test', name: null, page: '/faq', state: 'open' })
    .execute()
  const countEvents = async () =>
    Number(
      (
        await world.db
          .selectFrom('audit_event')
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirst()
      )?.count,
    )
  const eventCount = await countEvents()

  const { status, body } = await api.call(PATH, { headers: admin.headers })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    profile: { email: admin.email },
    sessions: [{ audience: 'admin', isThisOne: true }],
    hasSecondFactor: false,
    unansweredCount: 1,
    figures: { today: { orders: 0 }, due: { orders: 0 }, refunds: { waiting: 0 } },
  })
  expect(await countEvents()).toBe(eventCount)
})

test('a scheduled job without a success for three intervals is on the home page, and a punctual one is not', async () => {
  const { world, api } = identityWorld
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const late = { name: 'checkout.reconcile', interval_seconds: 60, scheduled_at: minutesAgo(99) }
  await world.db
    .insertInto('scheduled_job')
    .values([
      { ...late, succeeded_at: minutesAgo(4) },
      { ...late, name: 'mail.sweep', succeeded_at: minutesAgo(2) },
    ])
    .execute()
  const { body } = await api.call(PATH, { headers: (await identityWorld.admin()).headers })
  expect(body.data.lateJobs).toEqual([{ name: 'checkout.reconcile', since: expect.stringMatching(/^\d{4}-.*Z$/) }])
})

test('the home page says when the last backup was made and verified, and that a restored installation is held', async () => {
  const { world, api } = identityWorld
  const { headers } = await identityWorld.admin()
  const load = async () => (await api.call(PATH, { headers })).body.data
  expect(await load()).toMatchObject({ held: null, backups: { lastAt: null, verifiedAt: null, hasFailed: false } })
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const [old, recent] = [daysAgo(3), daysAgo(1)]
  const whole = { kind: 'nightly' as const, bytes: 1000, file: 'x.backup' }
  await world.db
    .insertInto('backup_run')
    .values({ ...whole, started_at: old, finished_at: old, verified_at: old })
    .execute()
  expect((await load()).backups).toMatchObject({
    lastAt: old.toISOString(),
    verifiedAt: old.toISOString(),
    isLate: true,
  })
  await world.db
    .insertInto('backup_run')
    .values({ ...whole, started_at: recent, finished_at: recent })
    .execute()
  expect((await load()).backups).toMatchObject({ lastAt: recent.toISOString(), isLate: false, hasFailed: false })
  await world.db.insertInto('backup_run').values({ kind: 'nightly', file: 'y.backup', fault: 'disk full' }).execute()
  expect((await load()).backups).toMatchObject({ lastAt: recent.toISOString(), hasFailed: true })
  await world.db.insertInto('restore_hold').values({ backup_at: old }).execute()
  expect((await load()).held).toEqual({ backupAt: old.toISOString(), restoredAt: expect.any(String) })
  await world.db.deleteFrom('restore_hold').execute()
})

test('disputes that are not decided are on the home page, the next deadline first', async () => {
  const { world, api } = identityWorld
  const { headers } = await identityWorld.admin()
  const load = async () => (await api.call(PATH, { headers })).body.data.disputes
  expect(await load()).toEqual({ count: 0, next: [] })
  const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000)
  const given = async (state: 'open' | 'inquiry' | 'won', answer_by: Date | null) => {
    const { orderId } = await givenPaidOrder(world)
    const payment = await world.db
      .selectFrom('payment')
      .innerJoin('orders', 'orders.id', 'payment.order_id')
      .select(['payment.id', 'payment.amount_minor', 'payment.currency', 'orders.number'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    const { id, amount_minor, currency, number } = payment
    const dispute = { payment_id: id, provider_dispute_id: randomUUID(), state, amount_minor, currency, answer_by }
    const dates = {
      opened_at: new Date(),
      provider_state_at: new Date(),
      decided_at: state === 'won' ? new Date() : null,
    }
    await world.db
      .insertInto('dispute')
      .values({ ...dispute, ...dates, reason: 'general' })
      .execute()
    return { orderId, orderNumber: `U-${number}` }
  }
  await given('won', daysAhead(1))
  const silent = await given('inquiry', null)
  const late = await given('inquiry', daysAhead(-1))
  const later = await given('inquiry', daysAhead(9))
  const soon = await given('inquiry', daysAhead(2))
  const more = [await given('inquiry', null), await given('inquiry', null)]
  const { count, next } = await load()
  expect(count).toBe(4 + more.length)
  expect(next).toMatchObject([
    { ...soon, amount: { amount: '399.00', currency: 'USD' }, answerBy: expect.stringMatching(/Z$/) },
    later,
    { ...late, state: 'inquiry', answerBy: null },
    silent,
    more[0]!,
  ])
})

test('only an admin can load it', async () => {
  const { api } = identityWorld
  expect(await api.call(PATH)).toMatchObject({ status: 401, body: { errorCode: 'TOKEN_REQUIRED' } })
  const learner = await identityWorld.as(await identityWorld.known())
  expect((await api.call(PATH, { headers: learner })).status).toBe(401)
})

test('an unknown time zone is refused', async () => {
  const { headers } = await identityWorld.admin()
  expect(await identityWorld.api.call('/api/v1/admin/home?timezoneId=Mars/Olympus', { headers })).toMatchObject({
    status: 400,
    body: { errorCode: 'TIMEZONE_INVALID' },
  })
})

test('the state of backups is that of the nightly ones, and a fault stays until a later backup is good', async () => {
  const { db } = identityWorld.world
  await db.deleteFrom('backup_run').execute()
  const now = Date.now()
  const hour = (age: number) => new Date(now - age * 3_600_000)
  const add = (kind: 'nightly' | 'manual', age: number, row: object = { finished_at: hour(age), bytes: 1 }) =>
    db
      .insertInto('backup_run')
      .values({ kind, started_at: hour(age), file: `/${kind}-${age}`, ...row })
      .execute()
  await add('nightly', 80)
  await add('manual', 10)
  await add('manual', 9, { fault: 'exists already' })
  expect(await getBackupState(db)).toMatchObject({ lastAt: hour(80), fault: null })
  await add('nightly', 5, { fault: 'no space' })
  await add('nightly', 4, {})
  expect(await getBackupState(db)).toMatchObject({ fault: 'no space' })
  await add('nightly', 3)
  await recordDamage(db, '/nightly-80', 'is damaged')
  await add('nightly', 2)
  expect(await getBackupState(db)).toMatchObject({ lastAt: hour(2), fault: 'is damaged' })
  await db
    .updateTable('backup_run')
    .set({ verified_at: hour(1) })
    .where('file', '=', '/nightly-2')
    .execute()
  expect(await getBackupState(db)).toMatchObject({ verifiedAt: hour(1), fault: null })
})
