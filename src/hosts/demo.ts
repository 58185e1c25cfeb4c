/** The demo content of contract §8, put into an empty database by the same verbs that the product uses. */
import { money } from '#domain/money.ts'
import { makeAccount } from '#features/accounts/make-account.ts'
import { openPasswords } from '#features/accounts/passwords.ts'
import { demoSeats } from '#features/catalog/demo-seats.ts'
import { importContent } from '#features/catalog/import.ts'
import { hasCourses } from '#features/catalog/queries.ts'
import { giveSeat } from '#features/checkout/complimentary.ts'
import { hasEnrolments } from '#features/enrolments/queries.ts'
import { issueGiftCard } from '#features/gift-cards/issue.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/one-transaction.ts'

const DEMO_CONTENT = 'content'
const ZONE = 'Europe/London'

const LEARNER = { email: 'learner@understudy.test', name: 'Leo Learner', roles: ['learner'], timezoneId: ZONE }
const ACCOUNTS = [
  LEARNER,
  { email: 'creator@understudy.test', name: 'Cleo Creator', roles: ['learner', 'creator'], timezoneId: ZONE },
  { email: 'admin@understudy.test', name: 'Addy Admin', roles: ['learner', 'community-admin'], timezoneId: ZONE },
]

const GIFT_CARDS = [
  { code: 'GIFT-DEMO-0100', amount: money(100_00, 'USD') },
  { code: 'GIFT-DEMO-0500', amount: money(500_00, 'USD') },
]

/** The log-ins that are printed at the start. */
export function demoLogIns({ config, secrets }: Pick<Deps, 'config' | 'secrets'>): {
  emails: string[]
  password: string
} {
  const password = config.demoPublic
    ? secrets.mac('demo-password', 'password').toString('base64url').slice(0, 16)
    : 'understudy-demo'
  return { emails: ACCOUNTS.map((account) => account.email), password }
}

/** False when the demo was there already; its log-ins are made to work either way. Takes up what a crash left half filled. */
export async function fillDemo(deps: Deps): Promise<boolean> {
  const passwords = openPasswords()
  const { password } = demoLogIns(deps)
  for (const account of ACCOUNTS) await makeAccount(deps.db, passwords, account, password)
  if ((await hasCourses(deps.db)) && (await hasEnrolments(deps.db, LEARNER.email))) return false

  if (!(await hasCourses(deps.db))) {
    const imported = await importContent(deps, DEMO_CONTENT, deps.clock())
    if (!imported.ok) throw new Error(`the demo content is not right:\n${imported.refusal.reason}`)
  }
  const runs = await demoSeats(deps, DEMO_CONTENT)
  for (const { courseCode, taken } of runs) {
    for (let number = 1; number <= taken; number++) await enrol(deps, courseCode, demoGuest(courseCode, number))
  }
  for (const { courseCode } of runs.filter((run) => run.learnerEnrolled)) await enrol(deps, courseCode, LEARNER)
  for (const { code, amount } of GIFT_CARDS) await transact(deps.db, (tx) => issueGiftCard(deps, tx, amount, code))
  return true
}

function demoGuest(courseCode: string, number: number) {
  return {
    email: `seat-${number}.${courseCode.toLowerCase()}@understudy.test`,
    name: `Demo Guest ${number}`,
    timezoneId: ZONE,
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
