/**
 * A live session from the teacher's link to the watched recording, by keyboard and on a phone. No clock of a running
 * server can be turned, so the session moves in the database.
 */
import { expect } from 'vitest'
import { readConfig } from '#config/config.ts'
import type { Deps } from '#http/deps.ts'
import { putCourseRole } from '#people/roles/queries.ts'
import { createToolDeps } from '../../../tools/tool-deps.ts'
import { test } from '../../support/browser-test.ts'
import { enterAs } from '../../world/demo-visitor.ts'
import { newestMail } from '../../world/mailbox.ts'

test.override('browserOptions', { width: 360 })

const MEETING = 'https://meet.understudy.test/secret-room'
const MINUTE_MS = 60_000

async function withDatabase<Result>(dataDir: string, work: (db: Deps['db']) => Promise<Result>): Promise<Result> {
  const { db, close } = await createToolDeps(readConfig({ MODE: 'demo', DATA_DIR: dataDir }))
  try {
    return await work(db)
  } finally {
    await close()
  }
}

const moveSession = (dataDir: string, startsInMinutes: number) =>
  withDatabase(dataDir, async (db) => {
    const startsAt = new Date(Date.now() + startsInMinutes * MINUTE_MS)
    const { id } = await db
      .updateTable('cohort_session')
      .set({ starts_at: startsAt, ends_at: new Date(startsAt.getTime() + 90 * MINUTE_MS) })
      .where('title', '=', 'Cutting breath')
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })

/** A dispute about the payment freezes it, of which only the outcome matters here. */
const freezeAccess = (dataDir: string) =>
  withDatabase(dataDir, (db) =>
    db
      .updateTable('enrolment')
      .set({ frozen_at: new Date() })
      .where('person_id', 'in', (query) =>
        query.selectFrom('person').select('id').where('email', '=', 'learner@understudy.test'),
      )
      .execute(),
  )

/** All that the course asks for was done, of which only the outcome matters here. */
const completeCourse = (dataDir: string) =>
  withDatabase(dataDir, async (db) => {
    const email = 'learner@understudy.test'
    const { id } = await db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const session = db.selectFrom('cohort_session').select('lesson_id').where('title', '=', 'Cutting breath')
    const { lesson_id } = await session.executeTakeFirstOrThrow()
    await db
      .insertInto('course_completion')
      .values({ person_id: id, course_code: 'SND', required_lesson_ids: [lesson_id] })
      .execute()
  })

const makeTeacher = (dataDir: string) =>
  withDatabase(dataDir, async (db) => {
    const email = 'creator@understudy.test'
    const { id } = await db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await db.transaction().execute((tx) => putCourseRole(tx, { personId: id, courseCode: 'SND', role: 'creator' }))
  })

test('a teacher sets the link, a learner joins in time, and watches the recording with captions until access is on hold', async ({
  server,
  launchBrowser,
}) => {
  await makeTeacher(server.dataDir)
  const sessionId = await moveSession(server.dataDir, 10)
  const teaching = await launchBrowser({ width: 360 })
  const learning = await launchBrowser({ width: 360 })
  await enterAs(teaching.context, server.url, 'creator')
  await enterAs(learning.context, server.url, 'learner')
  const [teacher, learner] = [teaching.page, learning.page]

  await teacher.goto('/studio')
  await teacher
    .getByRole('navigation', { name: 'Sound for stories' })
    .getByRole('link', { name: 'Sessions' })
    .press('Enter')
  await teacher.getByRole('button', { name: 'Cutting breath' }).press('Enter')
  const link = teacher.getByLabel('Meeting link')
  await link.fill(MEETING)
  await link.press('Enter')
  await teacher.getByText('Meeting link saved.').waitFor()
  await teacher.getByText('meet.understudy.test').first().waitFor()
  expect(await teacher.content()).not.toContain('secret-room')

  for (const path of ['/portal', '/portal/calendar', '/portal/courses/snd#sessions', `/portal/sessions/${sessionId}`]) {
    await learner.goto(path)
    await learner.getByRole('button', { name: 'Join early Cutting breath' }).first().waitFor()
  }
  await learner.goto('/portal')
  // The meeting's host does not exist.
  learning.allowedFaults.push(/chrome-error:/, /ERR_NAME_NOT_RESOLVED/)
  const meeting = learning.context.waitForEvent('request', (request) => request.url() === MEETING)
  await learner.getByRole('button', { name: 'Join early Cutting breath' }).press('Enter')
  expect((await meeting).redirectedFrom()?.url()).toContain('/go?ticket=')
  await learner.getByText('You joined at').waitFor()
  expect(await learner.getByText('You attended').count()).toBe(0)

  await moveSession(server.dataDir, -120)
  await teacher.reload()
  await teacher.getByText(/^Joined/).waitFor()
  await teacher.getByRole('button', { name: 'Absent Leo Learner' }).press('Enter')
  await teacher.getByText('Leo Learner is marked absent.').waitFor()
  await teacher.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect
    .poll(() => teacher.getByRole('button', { name: 'Present Leo Learner' }).getAttribute('aria-pressed'))
    .toBe('true')
  await teacher.getByLabel('Recording', { exact: true }).selectOption({ label: 'voice.mp4' })
  await teacher.getByText('Recording saved.').waitFor()

  const mail = await newestMail(server.url, 'learner@understudy.test', /The recording is ready: Cutting breath/)
  expect(mail.text).toContain(`/portal/sessions/${sessionId}`)
  expect(mail.text).toContain('/mail-opt-out#token=')
  await learner.goto(`/portal/sessions/${sessionId}`)
  await learner.getByText('You attended').waitFor()
  const finish = learner.getByRole('link', { name: 'See what’s next' })
  expect(await finish.count()).toBe(0)
  await completeCourse(server.dataDir)
  await learner.reload()
  await finish.waitFor()
  expect(await finish.getAttribute('href')).toBe('/portal/courses/snd/finished')
  await learner.getByRole('button', { name: 'Play: Cutting breath' }).press('Enter')
  await learner.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1)
  const captions = learner.getByRole('button', { name: 'Captions' })
  if ((await captions.getAttribute('aria-pressed')) !== 'true') await learner.keyboard.press('c')
  await learner.getByText('closer than feels polite').first().waitFor()

  learning.allowedFaults.push(/status of 403/)
  await freezeAccess(server.dataDir)
  await learner.keyboard.press('ArrowLeft')
  await learner.locator('video').waitFor({ state: 'detached', timeout: 8000 })
  await learner.getByText('Your access is on hold').waitFor()
})

test('a recap that is not saved is kept until its teacher saves it or leaves it', async ({ server, launchBrowser }) => {
  await makeTeacher(server.dataDir)
  const sessionId = await moveSession(server.dataDir, -120)
  const { context, page, allowedFaults } = await launchBrowser({ width: 360 })
  await enterAs(context, server.url, 'creator')
  await page.goto(`/studio/courses/snd/sessions?open=${sessionId}`)
  const recap = page.getByLabel('Recap')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await recap.fill('Bring headphones.')
  await page.getByText('Unsaved changes').waitFor()
  await page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: 'Learners' }).press('Enter')
  await question.getByRole('button', { name: 'Keep editing' }).press('Enter')
  await question.waitFor({ state: 'hidden' })
  expect(await recap.inputValue()).toBe('Bring headphones.')
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
  expect(await recap.inputValue()).toBe('')
  await recap.fill('Bring a coat.')
  await page.getByRole('button', { name: 'Save the recap' }).press('Enter')
  await page.getByText('Recap saved.').waitFor()
  allowedFaults.push(/status of 4\d\d/)
  await recap.fill('The [recording](recording.mp4) follows.')
  await page.getByRole('button', { name: 'Save the recap' }).press('Enter')
  await page.getByText('A link in the recap leads nowhere.').waitFor()
  await recap.fill('Nothing.')
  await page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: 'Learners' }).press('Enter')
  await question.getByRole('button', { name: 'Leave without saving' }).press('Enter')
  await page.getByRole('heading', { name: 'Learners' }).waitFor()
  await page.goBack()
  await expect.poll(() => recap.inputValue()).toBe('Bring a coat.')
})
