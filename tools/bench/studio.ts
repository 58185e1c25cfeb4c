/**
 * Measures saves, lists, publishing and lists of effects of one course, first on a small site and then beside 2,000 courses
 * and 200,000 orders. Nothing of a course should cost more because there are other courses. The verbs are called without
 * HTTP, on the built-in PostgreSQL.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDeps } from '#app/create-deps.ts'
import { listVersions } from '#catalogue/course-life/list-versions.ts'
import { withdrawCourse } from '#catalogue/course-life/withdraw-course.ts'
import { listCourseDates } from '#catalogue/dates/list-course-dates.ts'
import { readPublication } from '#catalogue/drafts/read-publication.ts'
import { loadPrices } from '#catalogue/prices/load-prices.ts'
import { readConfig } from '#config/config.ts'
import type { Deps } from '#http/deps.ts'
import { listLearners } from '#learn/learners/list-learners.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { listCalendar } from '#screens/studio/list-calendar.ts'
import { listTaughtCourses } from '#screens/studio/taught-courses.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { changeCohort } from '#sell/cohort-changes/change-cohort.ts'
import { listPromoCodes } from '#sell/promo-codes/list-codes.ts'
import { givenDraft, givenMaker, must, publishNow, readDraft, saveAbout } from '../../tests/world/made-course.ts'
import { fillSite, type Size } from './large-site.ts'
import { type Findings, median, type Plan } from './report.ts'

const SIZE: Size = { courses: 2000, orders: 200_000, people: 20_000 }
/** Times a round repeats each call. */
const CALLS = 7

export async function benchStudio(findings: Findings, plan: Plan): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'understudy-studio-'))
  await chmod(dataDir, 0o711)
  const config = readConfig({ MODE: 'demo', NODE_ENV: '', DATA_DIR: dataDir })
  const { deps, close } = await createDeps(config, false)
  try {
    console.log(`\nstudio: ${plan.rounds} rounds, load average ${loadavg()[0]!.toFixed(1)}. Milliseconds of a call.`)
    const course = await createCourse(deps)
    const calls = createCalls(deps, course)
    const before = await measure(calls, plan.rounds)
    const began = performance.now()
    await fillSite(deps, course, SIZE)
    const seconds = (performance.now() - began) / 1000
    findings.note('courses and orders added', `${SIZE.courses} and ${SIZE.orders} in ${seconds.toFixed(0)} s`)
    const after = await measure(calls, plan.rounds)
    for (const [name, milliseconds] of Object.entries(after))
      findings.note(name, `${before[name]!.toFixed(1)} → ${milliseconds.toFixed(1)}`)
  } finally {
    await close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A published course with one learner. */
async function createCourse(deps: Deps) {
  const maker = await givenMaker(deps)
  const courseCode = await givenDraft(deps, maker)
  await publishNow(deps, maker, courseCode)
  const { cohortCode } = (await readDraft(deps, maker, courseCode)).cohorts[0]!
  must(await changeCohort(deps, maker, { cohortCode, change: { seats: 100_000 } }))
  const { offerCode } = must(await loadPrices(deps, maker, courseCode)).cohorts[0]!.offers[0]!
  must(await giveSeat(deps, cohortCode, { email: 'ana@large.test', name: 'Ana Cruz', timezoneId: 'UTC' }))
  const seat = await deps.db
    .selectFrom('enrolment')
    .select(['order_id', 'person_id'])
    .where('cohort_code', '=', cohortCode)
    .executeTakeFirstOrThrow()
  return { courseCode, cohortCode, offerCode, orderId: seat.order_id, personId: seat.person_id!, maker }
}

type Course = Awaited<ReturnType<typeof createCourse>>
type Calls = Record<string, () => Promise<unknown>>

function createCalls(deps: Deps, { courseCode, cohortCode, maker }: Course): Calls {
  let number = 0
  const admin: ActingPerson = maker
  const [from, until] = ['2027-02-08T00:00:00Z', '2027-02-15T00:00:00Z']
  return {
    'list of own courses': () => listTaughtCourses(deps, maker),
    'calendar of a week': async () => must(await listCalendar(deps, admin, { from, until })),
    'draft of a course': () => readDraft(deps, maker, courseCode),
    'save of a text, with its draft read': () => saveAbout(deps, maker, courseCode, { promise: `Promise ${++number}` }),
    'changes, needs and warnings': async () => must(await readPublication(deps, maker, courseCode)),
    'save and publish': async () => {
      await saveAbout(deps, maker, courseCode, { promise: `Public ${++number}` })
      await publishNow(deps, maker, courseCode)
    },
    versions: async () => must(await listVersions(deps, maker, { courseCode, before: null })),
    dates: async () => must(await listCourseDates(deps, maker, courseCode)),
    prices: async () => must(await loadPrices(deps, maker, courseCode)),
    'promo codes': async () => must(await listPromoCodes(deps, maker, { courseCode, after: undefined })),
    'learners of a course': async () => must(await listLearners(deps, maker, { course: courseCode, state: 'active' })),
    'learners of all own courses': async () => must(await listLearners(deps, maker, { state: 'active' })),
    'effects of other dates': async () => {
      const sessions = [{ lessonKey: 'live-session', localStart: '2027-02-14T10:00', minutes: 120 }]
      const change = { dates: { timezoneId: 'Europe/London', sessions } }
      must(await changeCohort(deps, maker, { cohortCode, change, preview: true }))
    },
    'effects of fewer seats': async () =>
      must(await changeCohort(deps, maker, { cohortCode, change: { seats: 90_000 }, preview: true })),
    'effects of withdrawing': async () => must(await withdrawCourse(deps, maker, { courseCode, preview: true })),
  }
}

async function measure(calls: Calls, rounds: number): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round++)
    for (const [name, call] of Object.entries(calls)) {
      await call()
      for (let index = 0; index < CALLS; index++) {
        const began = performance.now()
        await call()
        times[name] = [...(times[name] ?? []), performance.now() - began]
      }
    }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]))
}
