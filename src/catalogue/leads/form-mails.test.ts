/**
 * The e-mails after posts to the public forms: at most three in an hour to one mailbox, and no control character in a
 * header. `npm run u -- prove laws` posts 10,000 times. docs/contract §2 and §26.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { interestJobs } from '#catalogue/interests/jobs.ts'
import { toMailbox } from '#domain/contact.ts'
import { remindUnfinished } from '#sell/checkout/saved/remind-unfinished.ts'
import { waitlistJobs } from '#sell/waitlist/jobs.ts'
import { formPosts } from '../../../tests/support/laws.ts'
import { createRandom, type Random } from '../../../tests/support/random.ts'
import { type Api, startApi } from '../../../tests/world/api.ts'
import { givenPaidOrder } from '../../../tests/world/bought.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'

const AT_ONCE = 16
const MOST_IN_AN_HOUR = 3
const EVIL = ['\r\nBcc: eve@evil.test', '\nX-Evil: 1', '\r\n\r\nbody', '\0', '\r', '\u2028', '\u0085X-Evil: 1']
const MAILBOXES = ['ada@understudy.test', 'bo@understudy.test', 'cy.tan@understudy.test']

let world: World
let api: Api
let codes: { full: string; open: string }
beforeAll(async () => {
  world = await createWorld(20, { TRUSTED_PROXIES: '127.0.0.1' })
  api = await startApi(world)
  const full = await givenCourse(world, { seats: 1 })
  await givenPaidOrder(world, { courseCode: full })
  codes = { full, open: await givenCourse(world, { seats: 5 }) }
  await world.jobs.work([...interestJobs(world), ...waitlistJobs(world)])
})
afterAll(async () => {
  await api?.close()
  await world?.close()
})

test(`law: ${formPosts} posts to the forms, seed 20270302`, { timeout: 600_000 }, async () => {
  const random = createRandom(20_270_302)
  const statuses = new Map<number, number>()
  let left = formPosts
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) {
        const { path, body } = createPost(random)
        const address = `203.0.${pickNumber(random, 0, 255)}.${pickNumber(random, 1, 254)}`
        const { status } = await api.post(`/api/v1/${path}`, body, { 'x-forwarded-for': address })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }),
  )
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
  expect(statuses.get(200)).toBeGreaterThan(formPosts / 10)
  const waiting = sql<{ count: number }>`select count(*)::int as count from pgboss.job
    where name in ('interest.requested', 'curriculum.requested', 'waitlist.joined') and state < 'completed'`
  await world.runJobs()
  expect((await waiting.execute(world.db)).rows[0]?.count).toBe(0)
  await expectFewMails(MOST_IN_AN_HOUR)

  const dayLater = new Date(Date.now() + 25 * 3_600_000)
  await sql`update saved_checkout set timezone_id = 'Etc/GMT' || case when hour > 14 then '+' else '-' end || abs(14 - hour)
    from (select extract(hour from ${dayLater}::timestamptz at time zone 'UTC')::int as hour) as now`.execute(world.db)
  await remindUnfinished({ ...world, clock: () => dayLater })
  await expectFewMails(1, 'checkout.unfinished')
})

/** Counts the rows by mailbox, and looks at everything that becomes a header. */
async function expectFewMails(most: number, kind?: string): Promise<void> {
  const all = world.db.selectFrom('mail').select(['kind', 'to_address', 'subject', 'headers'])
  const mails = (await all.execute()).filter((mail) => (kind ? mail.kind === kind : true))
  const byMailbox = Map.groupBy(mails, ({ to_address }) => toMailbox(to_address))
  for (const mailbox of MAILBOXES) {
    const count = byMailbox.get(toMailbox(mailbox))?.length ?? 0
    expect(count, mailbox).toBeGreaterThan(0)
    expect(count, mailbox).toBeLessThanOrEqual(most)
  }
  for (const { to_address, subject, headers } of mails)
    for (const header of [to_address, subject, ...Object.values(headers as Record<string, string>)])
      expect(header).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
}

/** One of the forms with usual or hostile fields, in one of the spellings of an address. */
function createPost(random: Random): { path: string; body: object } {
  const evil = (text: string) => (random.chance(0.3) ? `${text}${random.pick(EVIL)}` : text)
  const [user, domain] = random.pick(MAILBOXES).split('@')
  const spelling = random.pick([
    `${user}@${domain}`,
    `${user}+${pickNumber(random, 1, 99)}@${domain}`,
    `${user!.toUpperCase()}@${domain}`,
  ])
  const contact = {
    email: random.chance(0.1) ? `${spelling}${random.pick(EVIL)}` : spelling,
    name: evil('Ada Tan'),
    timezoneId: random.chance(0.05) ? evil('Asia/Manila') : 'Asia/Manila',
    attribution: { source: evil('news'), campaign: evil('spring') },
  }
  const phoneNumber = random.chance(0.1) ? evil('+63 917 555 0123') : undefined
  const { email, timezoneId, attribution } = contact
  const isEvilCode = random.chance(0.05)
  const code = (courseCode: string) => (isEvilCode ? evil(courseCode) : courseCode)
  return random.pick([
    {
      path: 'waitlist',
      body: { ...contact, phoneNumber, courseCode: code(codes.full), partySize: pickNumber(random, 1, 6) },
    },
    { path: 'coming-soon-notification', body: { data: { ...contact, phoneNumber }, course: code(codes.open) } },
    { path: 'send-curriculum', body: { email, timezoneId, attribution, course: code(codes.open) } },
    { path: 'course-reminder-list', body: { ...contact, phoneNumber, courseCode: code(codes.open) } },
    {
      path: 'saved-checkouts',
      body: {
        consent: true,
        email,
        name: contact.name,
        timezoneId,
        seats: 2,
        paymentType: 'full',
        friends: [{ name: evil('Bo'), email: '' }],
        courseCode: code(codes.open),
        phoneNumber: evil(''),
      },
    },
  ])
}

const pickNumber = (random: Random, least: number, most: number): number =>
  least + Math.floor(random.next() * (most - least + 1))
