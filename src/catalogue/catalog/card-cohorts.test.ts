import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/world/database.ts'
import { TAKES_CARDS } from '../../../tests/world/takes-cards.ts'
import { listCourseCards } from './catalogue.ts'
import { loadCardCourses, loadCourses } from './courses.ts'
import { importContent } from './files/import.ts'
import { toCourseCard } from './present.ts'

const TODAY = new Date('2026-11-21T09:00:00Z')
const ALL = ['NG', 'NSPR', 'DAPR', 'MCOM', 'MTIKPR', 'TUCPR', 'DAT', 'MCOM2', 'VFX', 'SND']

let base: TestDatabase
beforeAll(async () => {
  base = await createTestDatabase()
  await importContent(base, 'content', TODAY)
})
afterAll(() => base.close())

test('a card needs only the cohorts that are not over, and the last one with an offer', async () => {
  const codes = [...ALL, 'NG-2027-01', 'NG-2027-02']
  for (const day of ['2026-11-21', '2027-01-25', '2027-02-10', '2027-06-01', '2029-01-01']) {
    const now = new Date(`${day}T09:00:00Z`)
    const few = await loadCardCourses(base.db, codes, now)
    const all = await loadCourses(base.db, codes, now)
    const toCards = (courses: typeof all) => [...courses.values()].map((course) => toCourseCard(course, undefined, now))
    expect([day, toCards(few)]).toEqual([day, toCards(all)])
  }
  const ended = new Date('2029-01-01T09:00:00Z')
  const count = async (load: typeof loadCourses) => (await load(base.db, ['NG'], ended)).get('NG')!.cohorts.length
  expect([await count(loadCardCourses), await count(loadCourses)]).toEqual([1, 3])
})

test('the student count adds earlier students and enrolments', async () => {
  expect((await getCard('NG')).studentCount).toBe(1127)
  await addEnrolment('NG-2027-01')
  await addEnrolment('NG-2027-02')
  await addEnrolment('NG-2027-03', 'cancelled')
  expect((await getCard('NG')).studentCount).toBe(1129)
  await base.db.updateTable('enrolment').set({ state: 'cancelled' }).where('cohort_code', '=', 'NG-2027-02').execute()
  expect((await getCard('NG')).studentCount).toBe(1128)
  const counts = await base.db
    .selectFrom('cohort')
    .select(['cohort_code', 'enrolled'])
    .where('enrolled', '>', 0)
    .execute()
  expect(counts).toEqual([{ cohort_code: 'NG-2027-01', enrolled: 1 }])
})

async function getCard(code: string) {
  const config = { excludedCourseCodes: [], groupTiers: [] }
  return (
    await listCourseCards({ db: base.db, clock: () => TODAY, config, gateways: TAKES_CARDS }, { codes: [code] })
  )[0]!
}

async function addEnrolment(courseCode: string, state: 'active' | 'cancelled' = 'active'): Promise<void> {
  const email = `${courseCode.toLowerCase()}@understudy.test`
  const codes = { cohort_code: courseCode, offer_code: courseCode }
  const { id: personId } = await base.db
    .insertInto('person')
    .values({ email, name: 'A learner' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: orderId } = await base.db
    .insertInto('orders')
    .values({
      ...codes,
      currency: 'USD',
      subtotal_minor: 0,
      total_minor: 0,
      email,
      name: 'A learner',
      timezone_id: 'Europe/London',
      terms_accepted_at: TODAY,
      product: 'cohort',
      payment_type: 'full',
      seats: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await base.db
    .insertInto('enrolment')
    .values({ person_id: personId, cohort_code: courseCode, order_id: orderId, state })
    .execute()
}
