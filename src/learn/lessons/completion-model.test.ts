/** Random sequences of edits and learning, against a model of the rule. docs/contract §12, promise L5. */

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveEnrolment } from '#learn/enrolments/queries/moves.ts'
import { transact } from '#platform/db/transaction.ts'
import { countPlacedOrders } from '../../../tests/support/laws.ts'
import { setCertificateRule } from '../../../tests/world/certificates.ts'
import { givenEnrolment } from '../../../tests/world/learning.ts'
import { givenAsset, givenLesson, givenSession, givenVideo } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { recordJoin, recordVerdict } from './attendance.ts'
import { checkEndedCohorts, handleCourseChange } from './check-completions.ts'
import { asLearner } from './is-teacher.ts'
import { markDone, undoDone } from './mark-done.ts'
import { reportWatchedSeconds } from './report-watched.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => world.close())

const SECONDS = 100
const HALVES = [
  [0, 50],
  [50, SECONDS],
] as const

const index = fc.nat(7)
const OPERATIONS = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('watch' as const), lesson: index, half: fc.nat(1) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('mark' as const, 'undo' as const), lesson: index }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('attend' as const), lesson: index, verdict: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('add' as const), kind: fc.nat(2), isPlanned: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('publish' as const, 'withdraw' as const, 'require' as const, 'replace' as const),
      lesson: index,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('rule' as const),
      lessonsPercent: fc.constantFrom(0, 50, 100),
      sessionsPercent: fc.constantFrom(0, 50, 100),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), lesson: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const) }) },
)
type Operation = typeof OPERATIONS extends fc.Arbitrary<infer Value> ? Value : never

type ModelLesson = {
  lessonId: string
  kind: 'text' | 'video' | 'live'
  state: 'planned' | 'published' | 'withdrawn'
  isRequired: boolean
  /** Only a live lesson has one, in the first cohort. */
  sessions: { sessionId: string; isCancelled: boolean; isAttended: boolean }[]
  assetId: string
  halves: Set<number>
  completedBy: 'watched' | 'marked' | 'attended' | null
}
type Model = {
  personId: string
  courseCode: string
  cohorts: string[]
  /** Index of the learner's cohort. */
  cohort: number
  ended: Set<number>
  rule: { lessonsPercent: number; sessionsPercent: number }
  lessons: ModelLesson[]
  isCompleted: boolean
}

/** Written again from the words of the contract, so that it can contradict the program. */
function holds({ lessons, rule, cohort, ended }: Model): boolean {
  const required = lessons.filter(({ isRequired, state }) => isRequired && state !== 'withdrawn')
  if (required.some(({ state }) => state === 'planned')) return false
  const live = required.filter(({ kind }) => kind === 'live')
  if (live.some(({ sessions }) => !sessions[cohort]) && !ended.has(cohort)) return false
  const others = required.filter(({ kind }) => kind !== 'live')
  const held = live.filter(({ sessions }) => sessions[cohort]?.isCancelled === false)
  const done = (part: ModelLesson[]) => part.filter(({ completedBy }) => completedBy).length
  if (done(others) + done(held) === 0) return false
  const isEnough = (part: ModelLesson[], percent: number) =>
    part.length === 0 || done(part) >= (part.length * percent) / 100
  return isEnough(others, rule.lessonsPercent) && isEnough(held, rule.sessionsPercent)
}

async function givenModel(): Promise<Model> {
  const first = await givenCourse(world, { seats: null })
  const courseCode = first.slice(0, -2)
  const second = `${courseCode}-2`
  const row = await world.db.selectFrom('cohort').selectAll().where('cohort_code', '=', first).executeTakeFirstOrThrow()
  const { capacity, course_code, ends_at, starts_at, state, timezone_id } = row
  await world.db
    .insertInto('cohort')
    .values({ capacity, course_code, ends_at, starts_at, state, timezone_id, cohort_code: second })
    .execute()
  await world.db
    .insertInto('offer')
    .values({ offer_code: second, cohort_code: second, currency: 'USD', price_minor: 1000 })
    .execute()
  await setCertificateRule(world, courseCode)
  const { id: personId } = await world.db
    .insertInto('person')
    .values({ email: `${randomUUID()}@understudy.test`, name: 'Ana Cruz', email_verified_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await givenEnrolment(world, personId, first)
  const rule = { lessonsPercent: 100, sessionsPercent: 75 }
  return {
    personId,
    courseCode,
    rule,
    cohorts: [first, second],
    cohort: 0,
    ended: new Set(),
    lessons: [],
    isCompleted: false,
  }
}

async function addLesson(model: Model, kind: ModelLesson['kind'], isPlanned: boolean): Promise<void> {
  const { courseCode, cohorts } = model
  const lesson: ModelLesson = {
    lessonId: '',
    kind,
    state: isPlanned ? 'planned' : 'published',
    isRequired: true,
    sessions: [],
    assetId: '',
    halves: new Set(),
    completedBy: null,
  }
  if (kind === 'live') {
    const startsAt = new Date(Date.now() - 60_000)
    const { lessonId, sessionId } = await givenSession(world, cohorts[0]!, { startsAt })
    lesson.lessonId = lessonId
    lesson.state = 'published'
    lesson.sessions.push({ sessionId, isCancelled: false, isAttended: false })
  } else if (kind === 'video' && !isPlanned)
    Object.assign(lesson, await givenVideo(world, courseCode, { seconds: SECONDS }))
  else lesson.lessonId = (await givenLesson(world, courseCode, { kind, isPlanned })).lessonId
  model.lessons.push(lesson)
}

const updateLesson = (lessonId: string, change: object) =>
  world.db.updateTable('lesson').set(change).where('id', '=', lessonId).execute()

/** Carries an operation out in both, if it applies. An edit ends with the job that a publication enqueues. */
async function moveTo(personId: string, cohortCode: string): Promise<void> {
  const seat = await world.db
    .selectFrom('enrolment')
    .selectAll()
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  await world.db.transaction().execute((tx) =>
    moveEnrolment(tx, {
      enrolmentId: seat.id,
      orderId: seat.order_id,
      seat: seat.seat,
      from: { cohortCode: seat.cohort_code, startsAt: null },
      to: { cohortCode, accessEndsAt: seat.access_ends_at },
      movedBy: personId,
    }),
  )
}

async function perform(model: Model, operation: Operation): Promise<void> {
  const { personId, courseCode } = model
  if (operation.do === 'add') {
    await addLesson(model, (['text', 'video', 'live'] as const)[operation.kind]!, operation.isPlanned)
    return handleCourseChange(world, courseCode)
  }
  if (operation.do === 'rule') {
    model.rule = { lessonsPercent: operation.lessonsPercent, sessionsPercent: operation.sessionsPercent }
    const completion = JSON.stringify(model.rule)
    await world.db.updateTable('course').set({ completion }).where('course_code', '=', courseCode).execute()
    return handleCourseChange(world, courseCode)
  }
  if (operation.do === 'end') return endCohort(model)
  if (operation.do === 'move') {
    model.cohort = 1 - model.cohort
    await moveTo(personId, model.cohorts[model.cohort]!)
    return handleCourseChange(world, courseCode)
  }
  const lesson = model.lessons[operation.lesson % Math.max(1, model.lessons.length)]
  if (!lesson) return
  if (operation.do === 'watch' || operation.do === 'mark' || operation.do === 'undo')
    return learn(model, lesson, operation)
  if (operation.do === 'attend') return attend(model, lesson, operation.verdict)
  return edit(model, lesson, operation.do)
}

async function endCohort(model: Model): Promise<void> {
  model.ended.add(model.cohort)
  const ended = { starts_at: new Date(Date.now() - 7_200_000), ends_at: new Date(Date.now() - 3_600_000) }
  const cohortCode = model.cohorts[model.cohort]!
  await world.db.updateTable('cohort').set(ended).where('cohort_code', '=', cohortCode).execute()
  await world.db
    .updateTable('cohort_session')
    .set({ ...ended, local_start: ended.starts_at.toISOString().slice(0, 16) })
    .where('cohort_code', '=', cohortCode)
    .execute()
  return checkEndedCohorts(world)
}

async function learn({ personId }: Model, lesson: ModelLesson, operation: Operation): Promise<void> {
  const { lessonId, assetId, kind, state } = lesson
  if (operation.do === 'watch') {
    if (kind !== 'video' || !assetId) return
    const ranges = [HALVES[operation.half]!].map(([from, to]): [number, number] => [from, to])
    const report = { lessonId, assetId, ranges, position: 1 }
    const reported = await reportWatchedSeconds(world, asLearner(personId), [report])
    expect([reported.ok, state]).toEqual([state === 'published', state])
    if (!reported.ok) return
    lesson.halves.add(operation.half)
    if (lesson.halves.size === 2) lesson.completedBy ??= 'watched'
  } else if (operation.do === 'mark') {
    const marked = await markDone(world, asLearner(personId), lessonId)
    expect(marked.ok).toBe(state === 'published' && kind !== 'live')
    if (marked.ok) lesson.completedBy ??= 'marked'
  } else {
    const undone = await undoDone(world, asLearner(personId), lessonId)
    expect(undone.ok).toBe(state === 'published' && lesson.completedBy === 'marked')
    if (undone.ok) lesson.completedBy = lesson.halves.size === 2 ? 'watched' : null
  }
}

/** @param verdict 0: the person joins; 1: marked present; 2: marked absent */
async function attend({ personId, courseCode, cohort }: Model, lesson: ModelLesson, verdict: number): Promise<void> {
  const session = lesson.sessions[cohort]
  if (!session || session.isCancelled || lesson.state !== 'published') return
  const { sessionId } = session
  const startsAt = new Date(Date.now() - 60_000)
  const facts = { personId, sessionId, startsAt, lessonId: lesson.lessonId, courseCode }
  await transact(world.db, async (tx) => {
    if (verdict === 0) await recordJoin(world, tx, facts)
    else await recordVerdict(world, tx, facts, { verdict: verdict === 1 ? 'present' : 'absent', verdictBy: personId })
  })
  const attendance = await world.db
    .selectFrom('attendance')
    .select(['joined_at', 'verdict'])
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  session.isAttended = attendance.verdict ? attendance.verdict === 'present' : attendance.joined_at !== null
  lesson.completedBy = lesson.sessions.some(({ isAttended }) => isAttended) ? 'attended' : null
}

async function edit(
  { courseCode, cohort, cohorts, lessons }: Model,
  lesson: ModelLesson,
  kind: 'publish' | 'withdraw' | 'require' | 'replace' | 'cancel',
): Promise<void> {
  const { lessonId } = lesson
  if (kind === 'require') {
    lesson.isRequired = !lesson.isRequired
    await updateLesson(lessonId, { is_required: lesson.isRequired })
  } else if (kind === 'withdraw' && lesson.state === 'published') {
    lesson.state = 'withdrawn'
    await updateLesson(lessonId, { state: 'withdrawn', module_id: null, position: null })
  } else if (kind === 'publish' && lesson.state === 'planned') {
    lesson.state = 'published'
    if (lesson.kind === 'video') lesson.assetId = await givenAsset(world, courseCode, SECONDS)
    const content = lesson.kind === 'text' ? JSON.stringify({ markdown: 'Words' }) : '{}'
    await updateLesson(lessonId, { state: 'published', content, asset_id: lesson.assetId || null })
  } else if (kind === 'publish' && lesson.state === 'withdrawn') {
    const { id } = await world.db
      .selectFrom('module')
      .select('id')
      .where('course_code', '=', courseCode)
      .executeTakeFirstOrThrow()
    lesson.state = 'published'
    await updateLesson(lessonId, {
      state: 'published',
      module_id: id,
      position: 1000 * (lessons.indexOf(lesson) + 1),
    })
  } else if (kind === 'replace' && lesson.kind === 'video' && lesson.assetId) {
    lesson.assetId = await givenAsset(world, courseCode, SECONDS)
    lesson.halves.clear()
    await updateLesson(lessonId, { asset_id: lesson.assetId })
  } else if (kind === 'cancel' && lesson.sessions[cohort]) {
    lesson.sessions[cohort].isCancelled = true
    const cancelled = { cancelled_at: new Date() }
    await world.db
      .updateTable('cohort_session')
      .set(cancelled)
      .where('id', '=', lesson.sessions[cohort].sessionId)
      .where('cohort_code', '=', cohorts[cohort]!)
      .execute()
  }
  return handleCourseChange(world, courseCode)
}

async function readCompletion({ personId }: Model) {
  const find = (table: 'course_completion' | 'certificate') =>
    world.db.selectFrom(table).selectAll().where('person_id', '=', personId).execute()
  const [completions, certificates] = await Promise.all([find('course_completion'), find('certificate')])
  return { completions, certificates: certificates.map((row) => ('id' in row ? row.id : '')) }
}

test('a course is complete from the first moment when its rule holds, and no edit or move changes that', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(OPERATIONS, { minLength: 6, maxLength: 24 }), async (operations) => {
      const model = await givenModel()
      await addLesson(model, 'video', false)
      let before = await readCompletion(model)
      for (const operation of operations) {
        await perform(model, operation)
        const after = await readCompletion(model)
        model.isCompleted ||= holds(model)
        expect(after.completions).toHaveLength(model.isCompleted ? 1 : 0)
        expect(after.certificates).toHaveLength(after.completions.length)
        if (before.completions.length > 0) expect(after).toEqual(before)
        before = after
      }
    }),
    countPlacedOrders(8),
  )
})
