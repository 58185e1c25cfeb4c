/** A creator finds who fell behind, moves one learner to the next dates, gives a free seat, and saves the list. */
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { readConfig } from '#config/config.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { createToolDeps } from '../../../tools/tool-deps.ts'
import { test } from '../../support/browser-test.ts'
import { enterAs } from '../../world/demo-visitor.ts'
import { newestMail } from '../../world/mailbox.ts'

const DAY_MS = 86_400_000

/** Two people in the first dates of a live course, whose first session was yesterday. One of them was there. */
async function givenLearners(dataDir: string) {
  const deps = await createToolDeps(readConfig({ MODE: 'demo', DATA_DIR: dataDir }))
  try {
    const cohorts = await deps.db
      .selectFrom('cohort')
      .select(['cohort_code', 'starts_at'])
      .where('course_code', '=', 'NG')
      .where('state', '=', 'open')
      .orderBy('starts_at')
      .execute()
    const from = cohorts[0]!.cohort_code
    await deps.db
      .updateTable('cohort')
      .set({ capacity: 20 })
      .where('cohort_code', '=', cohorts[1]!.cohort_code)
      .execute()
    for (const name of ['Tom Hallam', 'Mei Tanaka'])
      await giveSeat(deps, from, {
        email: `${name.split(' ')[0]!.toLowerCase()}@learners.understudy.test`,
        name,
        timezoneId: 'Europe/London',
      })
    const yesterday = new Date(Date.now() - DAY_MS)
    await deps.db.updateTable('cohort').set({ starts_at: yesterday }).where('cohort_code', '=', from).execute()
    const { lesson_id } = await deps.db
      .updateTable('cohort_session')
      .set({ starts_at: yesterday, ends_at: new Date(yesterday.getTime() + DAY_MS / 24) })
      .where('id', '=', (session) =>
        session.selectFrom('cohort_session').select('id').where('cohort_code', '=', from).orderBy('starts_at').limit(1),
      )
      .returning('lesson_id')
      .executeTakeFirstOrThrow()
    await deps.db.updateTable('cohort').set({ starts_at: yesterday }).where('cohort_code', '=', from).execute()
    const released = await deps.db
      .selectFrom('lesson')
      .select('id')
      .where('course_code', '=', 'NG')
      .where('state', '=', 'published')
      .where((is) => is.or([is('kind', '<>', 'live'), is('id', '=', lesson_id)]))
      .execute()
    const mei = deps.db.selectFrom('person').select('id').where('email', '=', 'mei@learners.understudy.test')
    const { id: person_id } = await mei.executeTakeFirstOrThrow()
    await deps.db
      .insertInto('lesson_progress')
      .values(
        released.map(({ id: lesson_id }) => ({
          person_id,
          lesson_id,
          completed_at: new Date(),
          completed_by: 'marked' as const,
        })),
      )
      .execute()
    return cohorts.length
  } finally {
    await deps.close()
  }
}

test('filters who fell behind, moves one to the next dates, gives a free seat and saves the file', async ({
  server,
  launchBrowser,
}) => {
  expect(await givenLearners(server.dataDir)).toBeGreaterThan(1)
  const { context, page } = await launchBrowser({})
  await enterAs(context, server.url, 'creator')
  await page.goto('/studio/courses/ng/overview')
  await page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: 'Learners' }).click()
  const rows = page.getByRole('row')
  await rows.filter({ hasText: 'Mei Tanaka' }).waitFor()
  await page.getByRole('link', { name: /^Behind/ }).click()
  await rows.filter({ hasText: 'Mei Tanaka' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Tom Hallam' }).click()

  const panel = page.getByRole('complementary', { name: 'Tom Hallam' })
  await panel.getByRole('button', { name: 'Move to other dates' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move Tom Hallam to other dates' })
  await dialog.getByRole('radio').first().check()
  await dialog.getByText('Tom Hallam gets a seat in').waitFor()
  await dialog.getByText('One e-mail updates the calendar').waitFor()
  await dialog.getByRole('button', { name: 'Move and send the e-mail' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await panel.getByText('The seat has moved').waitFor()
  await panel.getByText('moved from').waitFor()
  expect((await newestMail(server.url, 'tom@learners.understudy.test')).subject).toContain('Your new dates for')

  await panel.getByRole('button', { name: 'Send a log-in link' }).click()
  await panel.getByText('An e-mail is on its way to tom@learners.understudy.test').waitFor()
  expect((await newestMail(server.url, 'tom@learners.understudy.test', /log-in link/i)).text).toContain('/log-in-link')

  await panel.getByLabel('Note').fill('Works nights until February')
  await panel.getByRole('button', { name: 'Save the note' }).click()
  await panel.getByText('Saved.').waitFor()
  await panel.getByRole('link', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Free seat' }).click()
  const seats = page.getByRole('dialog', { name: 'Give a free seat' })
  await seats.getByLabel('E-mail addresses').fill('Lea Brandt, lea@learners.understudy.test\nnobody')
  await seats.getByRole('button', { name: 'Give 2 free seats' }).click()
  await seats.getByText('Seat given, e-mail on its way').waitFor()
  await seats.getByText('Not an e-mail address').waitFor()
  expect((await newestMail(server.url, 'lea@learners.understudy.test')).subject).toContain('You have a seat in')
  await seats.getByRole('button', { name: 'Close' }).last().click()

  await page.goto('/studio/learners?course=NG&sort=name')
  await rows.filter({ hasText: 'Lea Brandt' }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain('Lea Brandt,lea@learners.understudy.test')
  expect(text).toContain('Tom Hallam')
})
