/** The demo content of contract §8, put into an empty database by the same verbs that the product uses. */
import { makeAccount } from '#features/accounts/make-account.ts'
import { openPasswords } from '#features/accounts/passwords.ts'
import { hasCourses } from '#features/catalog/queries.ts'
import { demoSeats, importContent } from '#features/catalog/import.ts'
import { giveSeat } from '#features/checkout/complimentary.ts'
import type { Deps } from '#http/deps.ts'

export const DEMO_CONTENT = 'content'
const ZONE = 'Europe/London'

const ACCOUNTS = [
  { email: 'learner@understudy.test', name: 'Leo Learner', roles: ['learner'], timezoneId: ZONE },
  { email: 'creator@understudy.test', name: 'Cleo Creator', roles: ['learner', 'creator'], timezoneId: ZONE },
  { email: 'admin@understudy.test', name: 'Addy Admin', roles: ['learner', 'community-admin'], timezoneId: ZONE },
]

/** The log-ins that are printed at the start. */
export function demoLogIns({ config, secrets }: Pick<Deps, 'config' | 'secrets'>): { emails: string[]; password: string } {
  const password = config.demoPublic ? secrets.mac('demo-password', 'password').toString('base64url').slice(0, 16) : 'understudy-demo'
  return { emails: ACCOUNTS.map((account) => account.email), password }
}

/** False when there were courses already; the demo log-ins are made to work either way. */
export async function fillDemo(deps: Deps): Promise<boolean> {
  const passwords = openPasswords()
  const { password } = demoLogIns(deps)
  for (const account of ACCOUNTS) await makeAccount(deps.db, passwords, account, password)
  if (await hasCourses(deps.db)) return false

  const imported = await importContent(deps, DEMO_CONTENT, deps.clock())
  if (!imported.ok) throw new Error(`the demo content is not right:\n${imported.refusal.reason}`)
  const learner = ACCOUNTS[0]!
  for (const { courseCode, taken, learnerEnrolled } of await demoSeats(deps, DEMO_CONTENT, deps.clock())) {
    const guests = Array.from({ length: taken }, (_, index) => demoGuest(courseCode, index + 1))
    for (const guest of learnerEnrolled ? [learner, ...guests] : guests) await enrol(deps, courseCode, guest)
  }
  return true
}

function demoGuest(courseCode: string, number: number) {
  return { email: `seat-${number}.${courseCode.toLowerCase()}@understudy.test`, name: `Demo Guest ${number}`, timezoneId: ZONE }
}

async function enrol(deps: Deps, courseCode: string, guest: { email: string; name: string; timezoneId: string }): Promise<void> {
  const given = await giveSeat(deps, courseCode, guest)
  if (!given.ok) throw new Error(`no demo seat in ${courseCode}: ${given.refusal.code}`)
}
