/** Random sequences of purchases, refunds, disputes, pauses, extensions and moves, against a set of seats. docs/contract §10. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideAccess } from '#domain/learning/access.ts'
import { extendAccessOfCourse } from '#learn/enrolments/access-end.ts'
import { asLearner } from '#learn/lessons/is-teacher.ts'
import { extendLearnerAccess } from '#learn/lessons/learners/extend-access.ts'
import { requireOpenLesson } from '#learn/lessons/lesson-access.ts'
import { loadCourseFacts } from '#learn/lessons/load-course-facts.ts'
import { putCourseRole } from '#people/roles/queries.ts'
import { syncDisputes } from '#sell/refunds/sync-disputes.ts'
import { givenOrder, refundFirstSeat, sendRefunds } from '../../../tests/world/bought.ts'
import { givenLesson } from '../../../tests/world/lessons.ts'
import { cards, givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'
import { checkPayment } from './check-payment.ts'
import { remindOfBalances } from './remind-balance.ts'

const DAY_MS = 86_400_000
/** The sandbox opens a dispute for it at once. */
const DISPUTED_CARD = '4000000000000259'
/** A balance is due 23 days from now. The last reminder, a week later, pauses the order. */
const REMINDER_DAYS = [23.1, 26.1, 30.1]
const CODES = { open: null, locked: 'BALANCE_DUE', frozen: 'ACCESS_FROZEN', revoked: 'ACCESS_ENDED' } as const
const BEST_FIRST = ['open', 'locked', 'frozen', 'revoked'] as const

type SeatState = keyof typeof CODES
type Seat = {
  orderId: string
  paymentId: string
  intentId: string
  enrolmentId: string
  cohortCode: string
  isDeposit: boolean
  endsAt: Date
  state: SeatState
}
type Model = {
  courseCode: string
  cohorts: string[]
  email: string
  lessonId: string
  teacherId: string
  seats: Seat[]
}
type Operation = { do: (typeof OPERATIONS)[number]; cohort: number }

const OPERATIONS = ['pay', 'deposit', 'disputed', 'refund', 'win', 'lose', 'pause', 'extend', 'move'] as const
const sequences = fc.array(fc.record({ do: fc.constantFrom(...OPERATIONS), cohort: fc.constantFrom(0, 1) }), {
  minLength: 6,
  maxLength: 14,
})

let world: World
let adminId: string
beforeAll(async () => {
  world = await createWorld(20)
  adminId = await givenPerson()
})
afterAll(() => world.close())

async function givenPerson(): Promise<string> {
  const person = { email: `${randomUUID()}@understudy.test`, name: 'Tess' }
  return (await world.db.insertInto('person').values(person).returning('id').executeTakeFirstOrThrow()).id
}

async function givenModel(): Promise<Model> {
  const cohorts = [await givenCourse(world, { depositMinor: 9900 }), await givenCourse(world, { depositMinor: 9900 })]
  const courseCode = cohorts[0]!.slice(0, -2)
  await sql`update cohort set course_code = ${courseCode} where cohort_code = any(${cohorts})`.execute(world.db)
  const { lessonId } = await givenLesson(world, courseCode)
  const teacherId = await givenPerson()
  await world.db.transaction().execute((tx) => putCourseRole(tx, { personId: teacherId, courseCode, role: 'creator' }))
  return { courseCode, cohorts, email: `${randomUUID()}@understudy.test`, lessonId, teacherId, seats: [] }
}

async function buy(model: Model, cohortCode: string, kind: 'pay' | 'deposit' | 'disputed'): Promise<void> {
  const isDeposit = kind === 'deposit'
  const input = { courseCode: cohortCode, email: model.email, ...(isDeposit && { paymentType: 'deposit' as const }) }
  const { orderId, paymentId, checkoutToken, clientSecret } = await givenOrder(world, input)
  const number = kind === 'disputed' ? DISPUTED_CARD : cards.good.number
  await world.gateway!.sandbox.confirm({ clientSecret, ...cards.good, number })
  const paid = await checkPayment(world, guest(checkoutToken), { orderId, paymentId })
  if (!paid.ok) throw new Error(paid.refusal.code)
  await syncDisputes(world, paymentId)
  const { id, access_ends_at } = await world.db
    .selectFrom('enrolment')
    .select(['id', 'access_ends_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const state = kind === 'disputed' ? 'frozen' : 'open'
  const intentId = clientSecret.replace(/_secret_.*/, '')
  model.seats.push({
    orderId,
    paymentId,
    intentId,
    enrolmentId: id,
    cohortCode,
    isDeposit,
    endsAt: access_ends_at!,
    state,
  })
}

async function refund(seat: Seat): Promise<void> {
  const refunded = await refundFirstSeat(world, adminId, seat.orderId)
  expect(refunded.ok).toBe(seat.state !== 'frozen')
  if (!refunded.ok) return
  await sendRefunds(world, seat.orderId)
  seat.state = 'revoked'
}

async function decideDispute(seat: Seat, decision: 'won' | 'lost'): Promise<void> {
  if (seat.state !== 'frozen') return
  const [dispute] = await world.gateway!.listDisputes({ intentId: seat.intentId })
  await world.gateway!.sandbox.decideDispute(dispute!.disputeId, decision)
  await syncDisputes(world, seat.paymentId)
  seat.state = decision === 'won' ? 'open' : 'revoked'
}

/** Weeks later the balances of all deposits are overdue. */
async function pause({ seats }: Model): Promise<void> {
  for (const days of REMINDER_DAYS)
    await remindOfBalances({ ...world, clock: () => new Date(Date.now() + days * DAY_MS) })
  for (const seat of seats) if (seat.isDeposit && seat.state === 'open') seat.state = 'locked'
}

async function extend({ teacherId }: Model, seat: Seat): Promise<void> {
  const accessEndsAt = new Date(seat.endsAt.getTime() + 5 * DAY_MS)
  const extension = { enrolmentId: seat.enrolmentId, accessEndsAt, reason: 'She was ill' }
  expect(await extendLearnerAccess(world, asLearner(teacherId), extension)).toMatchObject({ ok: true })
  seat.endsAt = accessEndsAt
}

/** The cohort ends ten days later. Its seats end later, except those that a teacher has extended for longer. */
async function move({ courseCode, seats }: Model, cohortCode: string): Promise<void> {
  await sql`update cohort set ends_at = ends_at + interval '10 days' where cohort_code = ${cohortCode}`.execute(
    world.db,
  )
  await extendAccessOfCourse(world, courseCode)
  for (const seat of seats.filter((one) => one.cohortCode === cohortCode && one.state !== 'revoked')) {
    const endsAt = (await getEnds([seat])).get(seat.enrolmentId)!
    expect(endsAt.getTime()).toBeGreaterThanOrEqual(seat.endsAt.getTime())
    seat.endsAt = endsAt
  }
}

async function apply(model: Model, operation: Operation): Promise<void> {
  const cohortCode = model.cohorts[operation.cohort]!
  if (operation.do === 'move') return move(model, cohortCode)
  if (operation.do === 'pause') return pause(model)
  const seat = model.seats.find((one) => one.cohortCode === cohortCode && one.state !== 'revoked')
  if (operation.do === 'pay' || operation.do === 'deposit' || operation.do === 'disputed') {
    if (!seat) await buy(model, cohortCode, operation.do)
  } else if (seat) {
    if (operation.do === 'refund') await refund(seat)
    else if (operation.do === 'extend') await extend(model, seat)
    else await decideDispute(seat, operation.do === 'win' ? 'won' : 'lost')
  }
}

async function getEnds(seats: readonly Seat[]): Promise<Map<string, Date | null>> {
  const ids = seats.map(({ enrolmentId }) => enrolmentId)
  const rows = await world.db.selectFrom('enrolment').select(['id', 'access_ends_at']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, access_ends_at }) => [id, access_ends_at]))
}

async function check({ courseCode, email, lessonId, seats }: Model): Promise<void> {
  if (seats.length === 0) return
  const { id } = await world.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const facts = (await loadCourseFacts(world.db, asLearner(id), courseCode))!
  const best = BEST_FIRST.find((state) => seats.some((seat) => seat.state === state))!
  expect(decideAccess(facts, world.clock()).state).toBe(best)
  const opened = await requireOpenLesson(world, world.db, asLearner(id), lessonId)
  expect(opened.ok ? null : opened.refusal.code).toBe(CODES[best])
  const ends = await getEnds(seats)
  for (const { enrolmentId, endsAt } of seats) expect(ends.get(enrolmentId)).toEqual(endsAt)
}

test('access exists exactly while one seat allows it, and the end of a seat ends no other', async () => {
  await fc.assert(
    fc.asyncProperty(sequences, async (operations) => {
      const model = await givenModel()
      for (const operation of operations) {
        await apply(model, operation)
        await check(model)
      }
    }),
    { numRuns: 8 },
  )
}, 240_000)
