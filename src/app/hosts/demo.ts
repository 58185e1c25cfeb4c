/** Seeds an empty database with the demo content, by the product's own verbs. See `docs/contract` §8. */

import { loadDemoSeats } from '#catalogue/catalog/files/demo-seats.ts'
import { importContent } from '#catalogue/catalog/files/import.ts'
import { hasCourses } from '#catalogue/catalog/queries.ts'
import { DEMO_ACCOUNTS, DEMO_CREATOR, DEMO_GIFT_CARDS, DEMO_LEARNER } from '#domain/demo.ts'
import type { Deps } from '#http/deps.ts'
import { hasEnrolments } from '#learn/enrolments/queries.ts'
import { recordJoin } from '#learn/lessons/attendance.ts'
import { listSessionsOfLessons } from '#learn/live/queries/sessions.ts'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { hasPeople, listEmailsWithPassword, personByEmail } from '#people/accounts/queries/people.ts'
import { changeAccountPassword, createVerifiedAccount } from '#people/accounts/sign-up/create-verified-account.ts'
import { giveCourses } from '#people/roles/give-courses.ts'
import { getDemoSeed, updateDemoSeed, withSeedLock } from '#platform/db/installation.ts'
import { transact } from '#platform/db/transaction.ts'
import { beginStory, getStory, mayBackdate } from '#sandbox/story-record.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { issueGiftCard } from '#sell/gift-cards/issue-gift-card.ts'
import { createPast } from '../story/past-deps.ts'
import { getStoryStart } from '../story/plot.ts'

const DEMO_CONTENT = 'content'
const DEMO_EMAILS = DEMO_ACCOUNTS.map(({ email }) => email)

/**
 * Runs at each start outside production. Seeds an empty database or completes an interrupted seed, and then returns
 * true. In a seeded database it sets the printed password, which differs with DEMO_PUBLIC. A database with courses or
 * people of its own gets no demo account.
 *
 * @param hasStory a new demo gets a story: it is seeded as if twelve weeks ago, and other people buy its seats in the
 *   story. Without one, guests have the seats at once.
 */
export async function prepareDemo(deps: Deps, { hasStory = false } = {}): Promise<boolean> {
  return withSeedLock(deps.db, async () => {
    const seed = await getDemoSeed(deps.db)
    if (seed === null && ((await hasCourses(deps.db)) || (await hasPeople(deps.db)))) return false
    if (seed === null && hasStory && (await mayBackdate(deps.db))) await beginStory(deps.db, deps.clock())
    const isNew = seed !== 'complete' && (await seedWithStory(deps))
    await resetDemoPasswords(deps)
    return isNew
  })
}

/** In the past, if this demo has a story. */
async function seedWithStory(deps: Deps): Promise<boolean> {
  const story = await getStory(deps.db)
  if (!story) return seedDemo(deps)
  const past = createPast(deps, getStoryStart(story.beganAt))
  try {
    return await seedDemo(past.deps, story.beganAt)
  } finally {
    await past.close()
  }
}

/** `npm run u -- seed`: adds what is missing of the demo to any database. Returns true if it added the courses. */
export async function addDemo(deps: Deps): Promise<boolean> {
  return withSeedLock(deps.db, () => seedDemo(deps))
}

/** The log-ins printed at start. Empty for a database that was not seeded. */
export async function getDemoLogIns(deps: Deps): Promise<{ emails: string[]; password: string }> {
  return { emails: await listEmailsWithPassword(deps.db, DEMO_EMAILS), password: getDemoPassword(deps) }
}

function getDemoPassword({ config, secrets }: Pick<Deps, 'config' | 'secrets'>): string {
  if (!config.demoPublic) return 'understudy-demo'
  return secrets.mac('demo-password', 'password').toString('base64url').slice(0, 16)
}

async function resetDemoPasswords(deps: Deps): Promise<void> {
  const passwords = createPasswords()
  for (const email of DEMO_EMAILS) await changeAccountPassword(deps.db, passwords, email, getDemoPassword(deps))
}

/**
 * Also completes a seed that a crash interrupted.
 *
 * @param storyEnd the day that the dates of the courses count from, in a demo with a story
 */
async function seedDemo(deps: Deps, storyEnd?: Date): Promise<boolean> {
  await updateDemoSeed(deps.db, 'running')
  const passwords = createPasswords()
  const known = await listEmailsWithPassword(deps.db, DEMO_EMAILS)
  for (const account of DEMO_ACCOUNTS.filter(({ email }) => !known.includes(email)))
    await createVerifiedAccount(deps.db, passwords, account, getDemoPassword(deps))
  const isNew = !((await hasCourses(deps.db)) && (await hasEnrolments(deps.db, DEMO_LEARNER.email)))
  if (isNew) await seedCourses(deps, storyEnd)
  for (const { code, amount } of DEMO_GIFT_CARDS) await transact(deps.db, (tx) => issueGiftCard(deps, tx, amount, code))
  await updateDemoSeed(deps.db, 'complete')
  return isNew
}

async function seedCourses(deps: Deps, storyEnd?: Date): Promise<void> {
  if (!(await hasCourses(deps.db))) {
    const imported = await importContent(deps, DEMO_CONTENT, storyEnd ?? deps.clock(), { source: 'seed' })
    if (!imported.ok) throw new Error(`the demo content is not right:\n${imported.refusal.reason}`)
  }
  const creator = await personByEmail(deps.db, DEMO_CREATOR.email)
  if (creator) await transact(deps.db, (tx) => giveCourses(deps, tx, creator.id, DEMO_CREATOR.courseCodes))
  const cohorts = await loadDemoSeats(deps, DEMO_CONTENT)
  for (const { cohortCode, taken } of storyEnd ? [] : cohorts) {
    for (let number = 1; number <= taken; number++) await enrol(deps, cohortCode, demoGuest(cohortCode, number))
  }
  for (const { cohortCode, attended } of cohorts.filter((cohort) => cohort.learnerEnrolled)) {
    await enrol(deps, cohortCode, DEMO_LEARNER)
    if (!storyEnd) await attend(deps, cohortCode, attended)
  }
}

/** As if the demo learner had joined these sessions when they began. */
async function attend(deps: Deps, cohortCode: string, lessonKeys: readonly string[]): Promise<void> {
  const learner = await personByEmail(deps.db, DEMO_LEARNER.email)
  for (const session of await listSessionsOfLessons(deps.db, cohortCode, lessonKeys)) {
    const { id: sessionId, lesson_id: lessonId, course_code: courseCode, starts_at: startsAt } = session
    await transact(deps.db, (tx) =>
      recordJoin({ ...deps, clock: () => startsAt }, tx, {
        personId: learner!.id,
        sessionId,
        startsAt,
        lessonId,
        courseCode,
      }),
    )
  }
}

function demoGuest(cohortCode: string, number: number) {
  return {
    email: `seat-${number}.${cohortCode.toLowerCase()}@understudy.test`,
    name: `Demo Guest ${number}`,
    timezoneId: DEMO_LEARNER.timezoneId,
  }
}

async function enrol(
  deps: Deps,
  cohortCode: string,
  guest: { email: string; name: string; timezoneId: string },
): Promise<void> {
  const outcome = await giveSeat(deps, cohortCode, guest)
  if (!outcome.ok && outcome.refusal.code !== 'ALREADY_ENROLLED')
    throw new Error(`no demo seat in ${cohortCode}: ${outcome.refusal.code}`)
}
