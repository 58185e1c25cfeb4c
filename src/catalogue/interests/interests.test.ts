/** News about a course from the form to the e-mail (docs/contract §25), by its verbs on a real database. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCourseCards } from '#catalogue/catalog/catalogue.ts'
import { registerInterest } from '#catalogue/leads/interest.ts'
import { joinReminderList } from '#catalogue/leads/reminder.ts'
import { listAttachments, listNewestMails } from '#people/mailing/queries.ts'
import { readPdf } from '../../../tests/support/pdf.ts'
import { startApi } from '../../../tests/world/api.ts'
import { givenPaidOrder } from '../../../tests/world/bought.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World, withGateway } from '../../../tests/world/world.ts'
import { confirmNews, leaveNews, readNews } from './course-news.ts'
import { endWithdrawnRequests } from './end-withdrawn.ts'
import { sendCurriculum } from './send-curriculum.ts'
import { writeConfirmation, writeDueNews } from './write-news.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => world.close())

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const at = (time: Date): World => ({ ...world, clock: () => time })
const link = (token: string) => ({ token, ip: randomUUID() })
const prefix = (code: string) => code.slice(0, -2)
const mailsTo = (email: string) => listNewestMails(world.db, email)
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject)

async function getToken(email: string): Promise<string> {
  const [mail] = await mailsTo(email)
  return /\/course-news(?:\?leave=1)?#token=(\S+)/.exec(mail?.text_body ?? '')?.[1] ?? ''
}

type Kind = 'coming-soon' | 'reminder'

/** Asks by the form; the confirmation was written, and its link not opened yet. */
async function givenInterest(
  kind: Kind,
  courseCode: string,
  timezoneId = 'Asia/Manila',
  email = `news-${randomUUID()}@understudy.test`,
) {
  const contact = { email, timezoneId, name: 'Ana' }
  if (kind === 'reminder') await joinReminderList(world, { ...contact, courseCode, ip: randomUUID() })
  else await registerInterest(world, kind, { code: courseCode, contact, ip: randomUUID() })
  const { id: interestId } = await world.db
    .selectFrom('interest')
    .select('id')
    .where('email', '=', email)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  await writeConfirmation(world, { interestId, mailId: randomUUID() })
  return { interestId, email, token: await getToken(email) }
}

async function givenConfirmed(...[kind, courseCode, zone, email]: Parameters<typeof givenInterest>) {
  const interest = await givenInterest(kind, courseCode, zone, email)
  expect(await confirmNews(world, link(interest.token))).toMatchObject({ value: { state: 'on' } })
  await world.db.deleteFrom('mail').where('to_address', '=', interest.email).execute()
  return interest
}

const changeCohort = (courseCode: string, change: object) =>
  world.db.updateTable('cohort').set(change).where('cohort_code', '=', courseCode).execute()
const open = (courseCode: string) => changeCohort(courseCode, { state: 'open' })

describe('a cohort that opens', () => {
  test('is sent once to each confirmed person, with date and price of the reader', async () => {
    const courseCode = await givenCourse(world, { state: 'announced' })
    const startsAt = new Date(Date.UTC(2099, 0, 12, 12))
    await changeCohort(courseCode, { starts_at: startsAt, ends_at: new Date(startsAt.getTime() + HOUR_MS) })
    const ana = await givenConfirmed('coming-soon', courseCode)
    const london = await givenConfirmed('coming-soon', courseCode, 'Europe/London')
    const unconfirmed = await givenInterest('coming-soon', courseCode)
    await writeDueNews(world)
    expect(await subjectsTo(ana.email)).toEqual([])
    await open(courseCode)
    await Promise.all([writeDueNews(world), writeDueNews(world), writeDueNews(world)])
    await writeDueNews(world)
    expect(await subjectsTo(unconfirmed.email)).toEqual(['Confirm your address: news about A course'])
    const [mail, ...others] = await mailsTo(ana.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Enrolment is open: A course')
    expect(mail?.text_body).toContain('Mon 12 January 2099, 20:00 Manila time (GMT+8)')
    expect(mail?.text_body).toContain('In the class’s time zone: Mon 12 January 2099, 12:00 London time (GMT)')
    expect(mail?.text_body).toContain('Price: $399.00 (about ₱23,300) for one seat.')
    const [localMail] = await mailsTo(london.email)
    expect(localMail?.text_body).toContain('Price: $399.00 (about £299) for one seat.')
    expect(localMail?.text_body).not.toContain('In the class’s time zone')
  })

  test('is not sent to those who asked afterwards, who have a seat, or who turned the news off', async () => {
    const courseCode = await givenCourse(world, { state: 'announced' })
    const off = await givenConfirmed('coming-soon', courseCode)
    const owner = await givenConfirmed('coming-soon', courseCode)
    await open(courseCode)
    await givenPaidOrder(world, { courseCode, email: owner.email })
    await world.db.deleteFrom('mail').where('to_address', '=', owner.email).execute()
    const late = await givenConfirmed('coming-soon', courseCode)
    expect(await leaveNews(world, link(off.token))).toMatchObject({ value: { state: 'off' } })
    await writeDueNews(world)
    for (const { email } of [off, owner, late]) expect(await subjectsTo(email)).toEqual([])
  })

  test('of a withdrawn or excluded course is sent to nobody', async () => {
    const withdrawn = await givenCourse(world, { state: 'announced' })
    const excluded = await givenCourse(world, { state: 'announced' })
    const people = [await givenConfirmed('coming-soon', withdrawn), await givenConfirmed('coming-soon', excluded)]
    await open(withdrawn)
    await open(excluded)
    await world.db
      .updateTable('course')
      .set({ withdrawn_at: new Date() })
      .where('course_code', '=', prefix(withdrawn))
      .execute()
    await writeDueNews({ ...world, config: { ...world.config, excludedCourseCodes: [prefix(excluded)] } })
    for (const { email } of people) expect(await subjectsTo(email)).toEqual([])
  })
})

test('a new date is sent to the reminder list, but not to an address that heard of the opening', async () => {
  const courseCode = await givenCourse(world)
  const list = await givenConfirmed('reminder', courseCode)
  const both = await givenConfirmed('reminder', courseCode)
  await givenConfirmed('coming-soon', courseCode, 'Asia/Manila', both.email)
  await addCohort(prefix(courseCode))
  await writeDueNews(world)
  await writeDueNews(world)
  expect(await subjectsTo(list.email)).toEqual(['A new date: A course'])
  expect(await subjectsTo(both.email)).toEqual(['Enrolment is open: A course'])
})

async function addCohort(courseCode: string, closesAt: Date | null = null): Promise<string> {
  const startsAt = new Date(Date.now() + 60 * DAY_MS)
  const { cohort_code } = await world.db
    .insertInto('cohort')
    .values({
      cohort_code: `${courseCode}-2`,
      course_code: courseCode,
      state: 'open',
      starts_at: startsAt,
      ends_at: new Date(startsAt.getTime() + HOUR_MS),
      timezone_id: 'Europe/London',
      enrol_closes_at: closesAt,
    })
    .returning('cohort_code')
    .executeTakeFirstOrThrow()
  return cohort_code
}

test('on a site without a payment provider no news offers to buy, and the opening is sent once there is a provider', async () => {
  const closesAt = new Date(Date.now() + 47 * HOUR_MS)
  const courseCode = await givenCourse(world)
  const opening = await givenConfirmed('coming-soon', courseCode, 'UTC')
  const dates = await givenConfirmed('reminder', courseCode, 'UTC')
  await changeCohort(courseCode, { state: 'announced' })
  const next = await addCohort(prefix(courseCode), closesAt)
  await world.db
    .insertInto('offer')
    .values({ offer_code: next, cohort_code: next, currency: 'USD', price_minor: 39_900 })
    .execute()
  const noon = (days: number) => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + days * DAY_MS + 12 * HOUR_MS)
  const daytime = [0, 1].map(noon).filter((time) => time.getTime() >= closesAt.getTime() - 48 * HOUR_MS)
  for (const time of daytime) await writeDueNews({ ...withGateway(world, null), clock: () => time })
  expect(await subjectsTo(opening.email)).toEqual([])
  expect(await subjectsTo(dates.email)).toEqual(['A new date: A course'])
  const [mail] = await mailsTo(dates.email)
  expect(mail!.text_body).toContain('Enrolment is not open yet.')
  expect(mail!.text_body).not.toContain('Enrolment closes')
  await writeDueNews(world)
  expect(await subjectsTo(opening.email)).toEqual(['Enrolment is open: A course'])
})

describe('the end of enrolment', () => {
  const closesAt = new Date(Date.UTC(2099, 5, 10, 12))
  const whenLeft = (hours: number) => at(new Date(closesAt.getTime() - hours * HOUR_MS))
  async function givenClosing(change: object = {}) {
    const courseCode = await givenCourse(world)
    const startsAt = new Date(closesAt.getTime() + 24 * HOUR_MS)
    const times = { starts_at: startsAt, ends_at: new Date(startsAt.getTime() + HOUR_MS), enrol_closes_at: closesAt }
    await changeCohort(courseCode, { ...times, ...change })
    return courseCode
  }

  test('is sent once, in the last 48 hours, in the daytime of the reader', async () => {
    const courseCode = await givenClosing()
    const manila = await givenConfirmed('reminder', courseCode, 'Asia/Manila')
    const lima = await givenConfirmed('reminder', courseCode, 'America/Lima')
    const count = async () => [(await mailsTo(manila.email)).length, (await mailsTo(lima.email)).length]
    await writeDueNews(whenLeft(49))
    expect(await count()).toEqual([0, 0])
    await writeDueNews(whenLeft(48))
    expect(await count()).toEqual([1, 0])
    await writeDueNews(whenLeft(47))
    expect(await count()).toEqual([1, 1])
    await writeDueNews(whenLeft(1))
    await writeDueNews(whenLeft(-1))
    expect(await count()).toEqual([1, 1])
    expect((await mailsTo(lima.email))[0]).toMatchObject({
      subject: 'Enrolment closes soon: A course',
      text_body: expect.stringContaining('Enrolment closes on Wed 10 June 2099, 07:00 Lima time (GMT-5).'),
    })
  })

  test('is not sent for a full or a cancelled cohort, or to a person with a seat', async () => {
    const full = await givenClosing()
    const sold = await givenClosing()
    const cancelled = await givenClosing()
    const people = [
      await givenConfirmed('reminder', full),
      await givenConfirmed('reminder', sold),
      await givenConfirmed('reminder', cancelled),
    ]
    await changeCohort(full, { capacity: 1, taken: 1 })
    await givenPaidOrder(world, { courseCode: sold, email: people[1]!.email })
    await world.db.deleteFrom('mail').where('to_address', '=', people[1]!.email).execute()
    await world.db.transaction().execute(async (tx) => {
      await tx.insertInto('cohort_cancellation').values({ cohort_code: cancelled, reason: 'Rain' }).execute()
      await tx.updateTable('cohort').set({ state: 'cancelled' }).where('cohort_code', '=', cancelled).execute()
    })
    await writeDueNews(whenLeft(20))
    for (const { email } of people) expect(await subjectsTo(email)).toEqual([])
  })
})

test('a withdrawn course ends its requests, with one e-mail to confirmed people', async () => {
  const courseCode = await givenCourse(world)
  const confirmed = await givenConfirmed('reminder', courseCode)
  const unconfirmed = await givenInterest('reminder', courseCode)
  await world.db
    .updateTable('course')
    .set({ withdrawn_at: new Date() })
    .where('course_code', '=', prefix(courseCode))
    .execute()
  await Promise.all([endWithdrawnRequests(world), endWithdrawnRequests(world)])
  await endWithdrawnRequests(world)
  expect(await subjectsTo(confirmed.email)).toEqual(['No more dates: A course'])
  expect(await subjectsTo(unconfirmed.email)).toHaveLength(1)
  expect(await readNews(world, link(confirmed.token))).toMatchObject({ value: { state: 'closed' } })
})

describe('a mailed link', () => {
  test('turns the news off by the one click of a mail client, without cookies, and any number of times', async () => {
    const courseCode = await givenCourse(world, { state: 'announced' })
    const { email, token } = await givenConfirmed('coming-soon', courseCode)
    await open(courseCode)
    await writeDueNews(world)
    const { headers } = (await mailsTo(email))[0] as { headers: Record<string, string> }
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const api = await startApi(world)
    const path = new URL(/^<(.+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '').pathname
    const click = (to: string) =>
      fetch(`${api.base}${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
    expect((await fetch(`${api.base}${path}`)).status).toBe(404)
    expect(await readNews(world, link(token))).toMatchObject({ value: { state: 'on' } })
    expect((await click(path)).status).toBe(200)
    expect((await click(path)).status).toBe(200)
    expect((await click(`${path}x`)).status).toBe(400)
    expect(await readNews(world, link(token))).toMatchObject({ value: { state: 'off' } })
    await api.close()
  })

  test('changes nothing when it is read, and confirms, turns off and turns on by its buttons', async () => {
    const courseCode = await givenCourse(world)
    const { token, email } = await givenInterest('reminder', courseCode)
    expect(await readNews(world, link(token))).toMatchObject({
      value: { state: 'unconfirmed', email, kind: 'reminder' },
    })
    expect(await readNews(world, link(token))).toMatchObject({ value: { state: 'unconfirmed' } })
    for (const [change, state] of [
      [confirmNews, 'on'],
      [leaveNews, 'off'],
      [leaveNews, 'off'],
      [confirmNews, 'on'],
    ] as const)
      expect(await change(world, link(token))).toMatchObject({ value: { state } })
    expect(await readNews(world, link('unknown'))).toMatchObject({ refusal: { code: 'VERIFICATION_INVALID' } })
    const links = await world.db.selectFrom('interest_link').selectAll().execute()
    expect(links.map(({ hash }) => hash.toString())).not.toContain(token)
  })

  test('is sent again at most three times an hour, and a request after leaving starts unconfirmed', async () => {
    const courseCode = await givenCourse(world)
    const { token, email } = await givenConfirmed('reminder', courseCode)
    await leaveNews(world, link(token))
    const enqueued: string[] = []
    const jobs = {
      ...world.jobs,
      enqueue: async (_db: unknown, { name }: { name: string }) => void enqueued.push(name),
    }
    for (let times = 0; times < 5; times++)
      await joinReminderList({ ...world, jobs }, { email, courseCode, timezoneId: 'UTC', ip: randomUUID() })
    // The first request counted, too.
    expect(enqueued).toEqual(['interest.requested', 'interest.requested'])
    expect(await readNews(world, link(token))).toMatchObject({ value: { state: 'unconfirmed' } })
  })
})

describe('a curriculum', () => {
  test('is sent as a PDF with the times and the estimated price of the reader, to nobody else, and again on request', async () => {
    const courseCode = await givenCourse(world)
    const startsAt = new Date(Date.UTC(2099, 0, 12, 12))
    await changeCohort(courseCode, { starts_at: startsAt, ends_at: new Date(startsAt.getTime() + HOUR_MS) })
    const email = `curriculum-${randomUUID()}@understudy.test`
    const events: { interestId: string; mailId: string }[] = []
    const enqueue = async (_db: unknown, _job: object, data: object) =>
      void events.push(data as (typeof events)[number])
    const ask = () =>
      registerInterest({ ...world, jobs: { ...world.jobs, enqueue } }, 'curriculum', {
        code: courseCode,
        contact: { email, timezoneId: 'Asia/Manila' },
        ip: randomUUID(),
      })
    for (let times = 0; times < 5; times++) expect(await ask()).toMatchObject({ ok: true })
    expect(events.length).toBe(3)
    await sendCurriculum(world, events[0]!)
    await sendCurriculum(world, events[0]!)
    await sendCurriculum(world, events[1]!)
    const mails = await mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('The curriculum of A course'))
    const [file] = await listAttachments(world.db, [mails[0]!.id])
    expect(file).toMatchObject({ filename: `curriculum-${prefix(courseCode)}.pdf`, content_type: 'application/pdf' })
    const { text } = await readPdf(file!.content)
    expect(text).toContain('Mon 12 January 2099, 20:00')
    expect(text).toContain('(about PHP 23,300)')
    const path = new RegExp(`/curriculum/${prefix(courseCode)}-[0-9a-f]{16}\\.pdf`).exec(mails[0]!.text_body)?.[0]
    const [card] = await listCourseCards(world, { codes: [prefix(courseCode)] })
    expect(path).toBe(card?.pdfLink)
    await writeDueNews(world)
    expect(await mailsTo(email)).toHaveLength(2)
  })
})
