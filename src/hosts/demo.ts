/** The demo content of contract §8, put into an empty database by the same verbs that the product uses. */
import { DEMO_ACCOUNTS, DEMO_GIFT_CARDS, DEMO_LEARNER } from '#domain/demo.ts'
import { changeAccountPassword, makeAccount } from '#features/accounts/make-account.ts'
import { openPasswords } from '#features/accounts/passwords.ts'
import { emailsWithPassword, hasPeople } from '#features/accounts/queries/people.ts'
import { demoSeats } from '#features/catalog/demo-seats.ts'
import { importContent } from '#features/catalog/import.ts'
import { hasCourses } from '#features/catalog/queries.ts'
import { giveSeat } from '#features/checkout/complimentary.ts'
import { hasEnrolments } from '#features/enrolments/queries.ts'
import { issueGiftCard } from '#features/gift-cards/issue.ts'
import type { Deps } from '#http/deps.ts'
import { demoSeed, noteDemoSeed, whileSeeding } from '#platform/db/installation.ts'
import { transact } from '#platform/db/one-transaction.ts'

const DEMO_CONTENT = 'content'
const EMAILS = DEMO_ACCOUNTS.map(({ email }) => email)

/**
 * Each start outside production: seeds an empty database, or finishes a seed that a crash ended; true then. Of a
 * seeded one it makes the printed password work: with DEMO_PUBLIC it is another one than without. A database with
 * courses or people of somebody else's gets no demo account.
 */
export async function prepareDemo(deps: Deps): Promise<boolean> {
  return whileSeeding(deps.db, async () => {
    const seed = await demoSeed(deps.db)
    if (seed === null && ((await hasCourses(deps.db)) || (await hasPeople(deps.db)))) return false
    const isNew = seed !== 'complete' && (await seedDemo(deps))
    await renewPasswords(deps)
    return isNew
  })
}

/** `npm run seed`: whatever is in the database, what is missing of the demo is added. True where it was not there. */
export async function addDemo(deps: Deps): Promise<boolean> {
  return whileSeeding(deps.db, () => seedDemo(deps))
}

/** The log-ins that are printed at the start; none in a database that was not seeded. */
export async function demoLogIns(deps: Deps): Promise<{ emails: string[]; password: string }> {
  return { emails: await emailsWithPassword(deps.db, EMAILS), password: demoPassword(deps) }
}

function demoPassword({ config, secrets }: Pick<Deps, 'config' | 'secrets'>): string {
  if (!config.demoPublic) return 'understudy-demo'
  return secrets.mac('demo-password', 'password').toString('base64url').slice(0, 16)
}

async function renewPasswords(deps: Deps): Promise<void> {
  const passwords = openPasswords()
  for (const email of EMAILS) await changeAccountPassword(deps.db, passwords, email, demoPassword(deps))
}

/** Takes up what a crash left half done. */
async function seedDemo(deps: Deps): Promise<boolean> {
  await noteDemoSeed(deps.db, 'running')
  const passwords = openPasswords()
  const known = await emailsWithPassword(deps.db, EMAILS)
  for (const account of DEMO_ACCOUNTS.filter(({ email }) => !known.includes(email)))
    await makeAccount(deps.db, passwords, account, demoPassword(deps))
  const isNew = !((await hasCourses(deps.db)) && (await hasEnrolments(deps.db, DEMO_LEARNER.email)))
  if (isNew) await fillCourses(deps)
  for (const { code, amount } of DEMO_GIFT_CARDS) await transact(deps.db, (tx) => issueGiftCard(deps, tx, amount, code))
  await noteDemoSeed(deps.db, 'complete')
  return isNew
}

async function fillCourses(deps: Deps): Promise<void> {
  if (!(await hasCourses(deps.db))) {
    const imported = await importContent(deps, DEMO_CONTENT, deps.clock())
    if (!imported.ok) throw new Error(`the demo content is not right:\n${imported.refusal.reason}`)
  }
  const cohorts = await demoSeats(deps, DEMO_CONTENT)
  for (const { courseCode, taken } of cohorts) {
    for (let number = 1; number <= taken; number++) await enrol(deps, courseCode, demoGuest(courseCode, number))
  }
  for (const { courseCode } of cohorts.filter((cohort) => cohort.learnerEnrolled))
    await enrol(deps, courseCode, DEMO_LEARNER)
}

function demoGuest(courseCode: string, number: number) {
  return {
    email: `seat-${number}.${courseCode.toLowerCase()}@understudy.test`,
    name: `Demo Guest ${number}`,
    timezoneId: DEMO_LEARNER.timezoneId,
  }
}

async function enrol(
  deps: Deps,
  courseCode: string,
  guest: { email: string; name: string; timezoneId: string },
): Promise<void> {
  const given = await giveSeat(deps, courseCode, guest)
  if (!given.ok && given.refusal.code !== 'ALREADY_ENROLLED')
    throw new Error(`no demo seat in ${courseCode}: ${given.refusal.code}`)
}
