import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { givenOrder } from '../../../tests/world/bought.ts'
import { refuseChanges } from '../../../tests/world/refuse-changes.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World, withGateway } from '../../../tests/world/world.ts'
import { cancelCohort } from './cancel-cohort.ts'
import { reconcile } from './reconcile.ts'

let world: World
let adminId: string
beforeAll(async () => {
  world = await createWorld()
  const row = { email: 'admin@understudy.test', name: 'Addy Admin', roles: ['learner', 'community-admin'] }
  adminId = (await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()).id
})
beforeEach(() => sql`delete from pgboss.job where name = 'cohort.cancelled'`.execute(world.db))
afterAll(() => world.close())

/** A cancelled cohort whose job was lost. */
async function givenInterruptedCancellation(): Promise<string> {
  const courseCode = await givenCourse(world)
  await givenOrder(world, { courseCode })
  await cancelCohort(world, adminId, courseCode, 'The teacher is ill')
  await sql`delete from pgboss.job where name = 'cohort.cancelled'`.execute(world.db)
  await sql`update cohort_cancellation set cancelled_at = now() - interval '16 minutes'
    where cohort_code = ${courseCode}`.execute(world.db)
  return courseCode
}

async function listResumedCohorts(): Promise<string[]> {
  const { rows } = await sql<{ cohort: string }>`
    select data->>'cohortCode' as cohort from pgboss.job where name = 'cohort.cancelled'`.execute(world.db)
  return rows.map(({ cohort }) => cohort)
}

test('a site without a payment provider is reconciled to the end', async () => {
  const cohortCode = await givenInterruptedCancellation()
  await reconcile(withGateway(world, null), 0)
  expect(await listResumedCohorts()).toEqual([cohortCode])
})

test('a part that fails does not keep the others from running, and the job fails', async () => {
  const cohortCode = await givenInterruptedCancellation()
  const { orderId } = await givenOrder(world)
  const past = new Date(Date.now() - 60_000)
  await world.db.updateTable('seat_hold').set({ expires_at: past }).where('order_id', '=', orderId).execute()
  const condition = 'new.last_polled_at is distinct from old.last_polled_at'
  const repair = await refuseChanges(world.db, { event: 'update', table: 'payment', condition })
  await expect(reconcile(world, 0)).rejects.toThrow('refused by a test')
  await repair()
  const order = world.db.selectFrom('orders').select('state').where('id', '=', orderId)
  expect(await order.executeTakeFirstOrThrow()).toEqual({ state: 'expired' })
  expect(await listResumedCohorts()).toContain(cohortCode)
})
