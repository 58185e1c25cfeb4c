/** A creator writes to the learners of dates, undoes once, and sends; a learner reads it in the portal and turns it off. */
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { enterAs } from '../../world/demo-visitor.ts'
import { linkIn, newestMail } from '../../world/mailbox.ts'

const LEARNER = 'learner@understudy.test'

test('a message is written, undone, sent once to each learner, read in the portal, and turned off in one click', async ({
  browser,
  page,
  db,
  server,
  launchBrowser,
}) => {
  await enterAs(browser.context, server.url, 'creator')
  await page.goto('/studio/courses/ng/sessions')
  await page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: 'Messages' }).click()
  await page.getByText('No messages yet.').waitFor()
  await page.getByRole('button', { name: 'New message' }).click()
  await page.getByRole('textbox', { name: 'Subject' }).fill('Tomorrow: bring one object')
  const text = page.getByRole('textbox', { name: 'Message' })
  await text.click()
  await page.keyboard.type('Hello ')
  await page.getByRole('button', { name: 'Insert: first name' }).click()
  await page.keyboard.type(',')
  await page.keyboard.press('Enter')
  await page.keyboard.type('our next session is ')
  await page.getByRole('button', { name: 'Insert: next session' }).click()
  await page.keyboard.type('. Please bring:')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- a lamp')
  const letter = page.getByRole('complementary', { name: 'The message, as a reader gets it' })
  await letter.getByText('a lamp').waitFor()
  expect(await letter.innerText()).toMatch(/Hello \p{L}+,\s+our next session is /u)
  expect(await letter.innerText()).not.toContain('{')

  const dates = page.getByLabel('Learners', { exact: true })
  const cohort = await db
    .selectFrom('enrolment')
    .innerJoin('person', 'person.id', 'enrolment.person_id')
    .select('cohort_code')
    .where('person.email', '=', LEARNER)
    .where('cohort_code', 'like', 'NG-%')
    .where('enrolment.state', '=', 'active')
    .executeTakeFirstOrThrow()
  await dates.selectOption(cohort.cohort_code)
  const send = page.getByRole('button', { name: /^Send to \d+ pe/ })
  await send.click()
  await page.getByRole('heading', { name: /Sending to .* in \d+ seconds/ }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await text.getByText('our next session is').waitFor()
  expect(await db.selectFrom('broadcast').select(['state', 'send_at']).execute()).toEqual([
    { state: 'draft', send_at: null },
  ])

  await page.getByRole('textbox', { name: 'Subject' }).fill('Tomorrow: bring two objects')
  await send.click()
  await page.getByRole('button', { name: 'Send now' }).click()
  const row = page.getByRole('row', { name: /bring two objects/ })
  await row.getByRole('cell').nth(1).getByText(/^\d+$/).waitFor()
  const mail = await newestMail(server.url, LEARNER, /bring two objects/)
  expect(mail.text).toMatch(/our next session is .*\d{4}, \d\d:\d\d/)
  expect(
    await db
      .selectFrom('mail')
      .select('id')
      .where('kind', '=', 'course.news')
      .where('to_address', '=', LEARNER)
      .execute(),
  ).toHaveLength(1)

  const learner = await launchBrowser({ width: 360 })
  await enterAs(learner.context, server.url, 'learner')
  await learner.page.goto('/portal/courses/ng')
  await learner.page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: 'Messages' }).click()
  const article = learner.page.getByRole('article', { name: 'Tomorrow: bring two objects' })
  await article.getByText('a lamp').waitFor()

  // From the list of learners: to a part of it, and to the open learner.
  await page.goto('/studio/learners?course=NG&payment=free')
  await page.getByRole('button', { name: 'Message' }).click()
  await page.getByText('Only those listed as: with a free seat.').waitFor()
  await page.getByRole('button', { name: 'Write to all of them' }).click()
  await page.getByText('Only those listed as').waitFor({ state: 'detached' })
  await page.goto(`/studio/learners?course=NG&q=${LEARNER}`)
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('complementary').getByRole('button', { name: 'Message' }).click()
  await page.getByRole('heading', { name: 'To 1 person' }).waitFor()
  await page.goto('/studio/courses/ng/messages')

  const [, oneClick] = /<([^>]+)>/.exec(mail.headers['List-Unsubscribe']!)!
  const answer = await fetch(oneClick!, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(answer.ok).toBe(true)
  await learner.page.goto(linkIn(mail, 'mail-opt-out'))
  await learner.page.getByText('messages from your teachers').first().waitFor()

  await page.getByRole('button', { name: 'New message' }).click()
  await page.getByText(/turned off e-mails like this one. They read the message in the portal/).waitFor()

  // Somebody else deletes the draft while it is open here.
  browser.allowedFaults.push(/status of 404/)
  await page.getByRole('textbox', { name: 'Subject' }).fill('Saved words')
  await page.getByText(/Saved \d/).waitFor()
  await db.deleteFrom('broadcast').where('subject', '=', 'Saved words').execute()
  await page.getByRole('textbox', { name: 'Subject' }).fill('Words that nobody else has')
  await page.getByRole('heading', { name: 'Your last words were not saved' }).waitFor()
  await page.reload()
  await page.getByText('Words that nobody else has').waitFor()
  await page.getByRole('button', { name: 'Discard them' }).click()
  await page.reload()
  await page.getByRole('heading', { name: 'We couldn’t find this message' }).waitFor()
  expect(await page.getByText('Words that nobody else has').count()).toBe(0)
})
