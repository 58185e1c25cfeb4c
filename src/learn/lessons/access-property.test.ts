/** The rules of access and release decide alone what a person may open, on random facts. docs/contract §10 and §11, promise L1. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideAccess, decideEnrolmentAccess, type EnrolmentAccessFacts } from '#domain/learning/access.ts'
import {
  chooseEarliestRelease,
  decideRelease,
  type Release,
  type ReleaseFacts,
  type ReleaseLesson,
  type ReleaseRule,
} from '#domain/learning/release.ts'
import { countPlacedOrders, lawSeed } from '../../../tests/support/laws.ts'
import { createRandom, type Random } from '../../../tests/support/random.ts'
import { cancelCohortRow, givenEnrolment } from '../../../tests/world/learning.ts'
import { givenLesson, givenSession } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { asLearner } from './is-teacher.ts'
import { requireOpenLesson } from './lesson-access.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => world.close())

const NOW = new Date('2027-01-12T12:00:00Z')
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000)
const ZONE = 'Europe/London'

/** A random course with its rows, and the same facts for the rules. */
async function givenRandomCase(random: Random) {
  const cohortCode = await givenCourse(world)
  const secondCode = await givenCourse(world)
  const course = cohortCode.slice(0, -2)
  const dates = { starts_at: days(random.pick([-5, 5])), ends_at: days(random.pick([6, 20])), timezone_id: ZONE }
  await world.db
    .updateTable('cohort')
    .set({ ...dates, course_code: course })
    .where('cohort_code', 'in', [cohortCode, secondCode])
    .execute()
  const session = await givenSession(world, cohortCode, { startsAt: days(random.pick([-4, 4])) })
  const live = await world.db
    .selectFrom('cohort_session')
    .select(['starts_at'])
    .where('id', '=', session.sessionId)
    .executeTakeFirstOrThrow()
  const person = await world.db
    .insertInto('person')
    .values({ email: `${randomUUID()}@understudy.test`, name: 'Ana' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lessons = await givenRandomLessons(random, course, session.lessonId, person.id)
  const enrolments: { facts: EnrolmentAccessFacts; releaseFacts: ReleaseFacts }[] = []
  for (const code of random.pick([[], [cohortCode], [cohortCode], [cohortCode, secondCode]])) {
    const facts = await givenRandomEnrolment(random, person.id, code)
    enrolments.push({
      facts,
      releaseFacts: {
        lessons: lessons.list.filter(({ state }) => state !== 'withdrawn'),
        delivery: 'live',
        timezoneId: ZONE,
        enrolledAt: days(-1),
        firstSessionAt: dates.starts_at,
        lastSessionEndsAt: dates.ends_at,
        sessions:
          code === cohortCode
            ? new Map([[session.lessonId, { startsAt: live.starts_at, isCancelled: false }]])
            : new Map(),
      },
    })
  }
  return { personId: person.id, lessons, enrolments }
}

async function givenRandomEnrolment(random: Random, personId: string, cohortCode: string) {
  const state = random.pick(['active', 'active', 'active', 'active', 'cancelled', 'unconfirmed'] as const)
  const isDisputeLost = random.chance(0.2)
  const frozenAt = random.chance(0.15) ? days(-1) : null
  const orderPausedAt = random.chance(0.15) ? days(-1) : null
  const accessEndsAt = random.pick([null, days(1), days(30), days(-1), NOW])
  const isCohortCancelled = random.chance(0.1)
  const fields = { state, isDisputeLost, frozenAt, pausedAt: orderPausedAt, accessEndsAt, createdAt: days(-1) }
  const { enrolmentId } = await givenEnrolment(world, personId, cohortCode, fields)
  if (isCohortCancelled) await cancelCohortRow(world, cohortCode)
  return {
    enrolmentId,
    state,
    isCohortCancelled,
    isDisputeLost: state === 'cancelled' && isDisputeLost,
    frozenAt,
    orderPausedAt,
    accessEndsAt,
  }
}

/** Five lessons after the live one, each with a rule of its own. */
async function givenRandomLessons(random: Random, course: string, liveId: string, personId: string) {
  const live = await world.db
    .selectFrom('lesson')
    .select(['key', 'title', 'module_id'])
    .where('id', '=', liveId)
    .executeTakeFirstOrThrow()
  const moduleId = live.module_id!
  const list: ReleaseLesson[] = [
    {
      lessonId: liveId,
      key: live.key,
      title: live.title,
      kind: 'live',
      state: 'published',
      isRequired: true,
      moduleId,
      release: { kind: 'at-once' },
      prerequisiteIds: [],
    },
  ]
  const startedIds = new Set<string>()
  const completedIds = new Set<string>()
  for (let count = 0; count < 5; count++) {
    const isRequired = random.chance(0.7)
    const isPlanned = random.chance(0.1)
    const title = `Lesson ${count}`
    const { lessonId, key } = await givenLesson(world, course, { title, isRequired, isPlanned })
    const release = random.pick<ReleaseRule>([
      { kind: 'at-once' },
      { kind: 'on-date', localStart: random.pick(['2027-01-12T11:59', '2027-01-12T12:01', '2027-02-01T00:00']) },
      { kind: 'after-days', days: random.pick([0, 3, 9]) },
      { kind: 'after-previous' },
      { kind: 'with-session', lessonId: liveId },
    ])
    const prerequisiteIds = count > 0 && random.chance(0.3) ? [list[count]!.lessonId] : []
    await writeRelease(lessonId, release, prerequisiteIds)
    const isWithdrawn = !isPlanned && random.chance(0.1)
    if (isWithdrawn) {
      const withdrawn = { state: 'withdrawn' as const, module_id: null, position: null }
      await world.db.updateTable('lesson').set(withdrawn).where('id', '=', lessonId).execute()
    }
    const state = isPlanned ? 'planned' : isWithdrawn ? 'withdrawn' : 'published'
    list.push({ lessonId, key, title, kind: 'text', state, isRequired, moduleId, release, prerequisiteIds })
    const progress = random.pick(['none', 'none', 'started', 'completed'])
    if (progress === 'none') continue
    startedIds.add(lessonId)
    if (progress === 'completed') completedIds.add(lessonId)
    const done = { completed_at: new Date(), completed_by: 'marked' as const }
    await world.db
      .insertInto('lesson_progress')
      .values({ person_id: personId, lesson_id: lessonId, ...(progress === 'completed' && done) })
      .execute()
  }
  return { list, moduleId, progress: { startedIds, completedIds } }
}

async function writeRelease(lessonId: string, release: ReleaseRule, prerequisiteIds: readonly string[]) {
  await world.db
    .updateTable('lesson')
    .set({
      release_rule: release.kind,
      release_at: release.kind === 'on-date' ? release.localStart : null,
      release_days: release.kind === 'after-days' ? release.days : null,
      release_lesson_id: release.kind === 'with-session' ? release.lessonId : null,
    })
    .where('id', '=', lessonId)
    .execute()
  for (const required_lesson_id of prerequisiteIds)
    await world.db.insertInto('lesson_prerequisite').values({ lesson_id: lessonId, required_lesson_id }).execute()
}

const CODES = {
  open: null,
  locked: 'BALANCE_DUE',
  frozen: 'ACCESS_FROZEN',
  over: 'ACCESS_OVER',
  revoked: 'ACCESS_ENDED',
  unconfirmed: 'ENROLMENT_UNCONFIRMED',
  none: 'LESSON_NOT_FOUND',
}

type RandomCase = Awaited<ReturnType<typeof givenRandomCase>>

/** The refusal that the pure rules ask for; null: the lesson opens. */
function getExpected({ lessons, enrolments }: RandomCase, lesson: ReleaseLesson): string | null {
  const { list, moduleId, progress } = lessons
  if (lesson.state === 'withdrawn' && !progress.startedIds.has(lesson.lessonId)) return 'LESSON_NOT_FOUND'
  const access = decideAccess({ isTeacher: false, enrolments: enrolments.map(({ facts }) => facts) }, NOW)
  if (access.state !== 'open') return CODES[access.state]
  const open = enrolments.filter(({ facts }) => decideEnrolmentAccess(facts, NOW).state === 'open')
  const module = { moduleId, release: { kind: 'at-once' as const } }
  const releases = open.map(
    ({ releaseFacts }): Release =>
      decideRelease(lesson, module, { ...releaseFacts, lessons: list.filter(isPlaced) }, progress, NOW),
  )
  return chooseEarliestRelease(releases, NOW).state === 'open' ? null : 'LESSON_NOT_OPEN'
}

const isPlaced = ({ state }: ReleaseLesson) => state !== 'withdrawn'

test('a lesson opens exactly if the rules of access and release allow it', async () => {
  const { numRuns } = countPlacedOrders(40)
  const random = createRandom(lawSeed)
  const deps = { ...world, clock: () => NOW }
  const outcomes = new Map<string, number>()
  for (let round = 0; round < numRuns; round++) {
    const example = await givenRandomCase(random)
    for (const lesson of example.lessons.list) {
      const opened = await requireOpenLesson(deps, world.db, asLearner(example.personId), lesson.lessonId)
      const code = opened.ok ? null : opened.refusal.code
      expect([round, lesson.title, code]).toEqual([round, lesson.title, getExpected(example, lesson)])
      outcomes.set(String(code), (outcomes.get(String(code)) ?? 0) + 1)
    }
  }
  // Each outcome occurs, so that the law says something about each.
  expect([...outcomes.keys()].toSorted()).toEqual([...Object.values(CODES).map(String), 'LESSON_NOT_OPEN'].toSorted())
})
