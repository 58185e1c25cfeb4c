import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COUNT_LIMIT } from '#domain/list-count.ts'
import { type Admin, createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { givenCourse } from '../../../tests/world/selling.ts'

let identityWorld: Identity
let admin: Admin
beforeAll(async () => {
  identityWorld = await createIdentityWorld()
  admin = await identityWorld.admin()
})
afterAll(() => identityWorld.close())

const get = async (path: string) =>
  (await identityWorld.api.call(`/api/v1/${path}`, { headers: admin.headers })).body.data

async function addOrders(cohortCode: string, count: number): Promise<void> {
  await sql`insert into orders (product, cohort_code, offer_code, payment_type, seats, currency, subtotal_minor, total_minor,
      email, name, timezone_id, terms_accepted_at)
    select 'cohort', ${cohortCode}, ${cohortCode}, 'full', 1, 'USD', 100, 100, 'ada' || n || '@understudy.test', 'Ada', 'UTC', now()
    from generate_series(1, ${count}::int) n`.execute(identityWorld.world.db)
}

test('a long list of orders is counted to 1,001 only, and its pages leave out no order, newest or oldest first', async () => {
  const courseCode = await givenCourse(identityWorld.world)
  const orderCount = COUNT_LIMIT + 60
  await addOrders(courseCode, orderCount)
  const listAll = async (sort: string) => {
    const numbers: number[] = []
    for (let after: number | null = null; ; ) {
      const page = await get(`admin/orders?courseCode=${courseCode}&sort=${sort}${after ? `&after=${after}` : ''}`)
      expect([page.count, page.counts.all, page.counts.sinceYesterday]).toEqual(Array(3).fill(COUNT_LIMIT + 1))
      numbers.push(...page.orders.map((order: { orderNumber: string }) => Number(order.orderNumber.slice(2))))
      after = page.next
      if (after === null) return numbers
    }
  }
  const oldestFirst = await listAll('placed')
  expect(new Set(oldestFirst).size).toBe(orderCount)
  expect(oldestFirst).toEqual(oldestFirst.toSorted((one, other) => one - other))
  expect(await listAll('-placed')).toEqual(oldestFirst.toReversed())
})

test('the course filter lists the newest 500 cohorts, and finds the orders of any other by its code', async () => {
  const oldCode = await givenCourse(identityWorld.world)
  const { db } = identityWorld.world
  await sql`update cohort set starts_at = '2020-01-01', ends_at = '2020-01-02' where cohort_code = ${oldCode}`.execute(
    db,
  )
  await addOrders(oldCode, 1)
  expect((await get('admin/orders')).hasMoreCourses).toBe(false)
  await sql`insert into cohort (cohort_code, course_code, name, state, capacity, timezone_id, starts_at, ends_at)
    select 'MANY-' || n, course_code, name, state, capacity, timezone_id, now(), now() + interval '1 day'
    from cohort, generate_series(1, 500) n where cohort_code = ${oldCode}`.execute(db)
  const page = await get('admin/orders')
  expect(page.hasMoreCourses).toBe(true)
  expect(page.courses).toHaveLength(500)
  expect(page.courses.map((course: { courseCode: string }) => course.courseCode)).not.toContain(oldCode)
  expect((await get(`admin/orders?courseCode=${oldCode}`)).orders).toHaveLength(1)
})

test('conversations are counted to 1,001 only', async () => {
  await sql`insert into support_conversation (email, page, state)
    select ${randomUUID()} || '@understudy.test', '/faq', 'closed' from generate_series(1, ${COUNT_LIMIT + 200}::int)`.execute(
    identityWorld.world.db,
  )
  expect((await get('support-inbox?state=closed')).counts).toEqual({ open: 0, answered: 0, closed: COUNT_LIMIT + 1 })
})
