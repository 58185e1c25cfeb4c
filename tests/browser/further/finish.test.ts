/** The end of a text, and of a course: the last lesson marked done leads to the finish screen, whose address stays. */
import { expect } from 'vitest'
import type { CourseRoom } from '#learn/lessons/wire/course.ts'
import { test } from '../../support/browser-test.ts'
import { enterAs, logInForTokens } from '../../world/demo-visitor.ts'

const FINISHED = '/portal/courses/mcom/finished'

test('the last lesson marked done leads to the certificate and to a review, once, and by an address that stays', async ({
  server,
  page,
}) => {
  const { token } = await logInForTokens(server.url, 'learner')
  const headers = { authorization: `Bearer ${token}` }
  const room: { data: CourseRoom } = await (await fetch(`${server.url}/api/v1/learn/courses/mcom`, { headers })).json()
  const lessons = room.data.modules.flatMap((module) => module.lessons).filter(({ state }) => state === 'published')
  const last = lessons.at(-1)!
  for (const { lessonId } of lessons.slice(0, -1)) {
    const done = await fetch(`${server.url}/api/v1/lessons/${lessonId}/done`, { method: 'POST', headers })
    expect(done.status).toBe(200)
  }

  await enterAs(page.context(), server.url, 'learner')
  await page.goto(FINISHED)
  await page.getByRole('heading', { level: 1, name: 'You haven’t finished this course yet' }).waitFor()
  await page.goto(`/portal/courses/mcom/lessons/${last.key}`)
  await page.getByRole('button', { name: 'Mark done' }).first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${FINISHED}`)
  await page.getByRole('heading', { level: 1, name: /^You finished the course/ }).waitFor()
  await page.getByText(`All ${lessons.length} lessons. Your certificate is ready.`).waitFor()
  await page.getByRole('button', { name: /^Download PDF/ }).waitFor()

  await page.getByRole('button', { name: 'Write a review' }).click()
  await page.getByLabel('How was the course?').fill('The light in lesson two changed how I film.')
  await page.getByRole('button', { name: 'Send review' }).click()
  await page.getByText('Thank you. Our team has your review.').waitFor()

  await page.goBack()
  await page.getByText('Done', { exact: true }).first().waitFor()
  expect(new URL(page.url()).pathname).toBe(`/portal/courses/mcom/lessons/${last.key}`)
  await page.goto('/portal/courses/mcom')
  await page.getByRole('link', { name: 'What’s next' }).click()
  await page.getByRole('heading', { level: 1, name: /^You finished the course/ }).waitFor()
})

test('a text is marked done, and the next lesson opened, where its reading ends', async ({ server, page }) => {
  await enterAs(page.context(), server.url, 'learner')
  await page.goto('/portal/courses/ng/lessons/phone-ready')
  const end = page.getByRole('region', { name: 'End of the lesson' })
  await end.getByRole('button', { name: 'Mark done' }).click()
  await end.getByText('Done', { exact: true }).waitFor()
  await end.getByRole('link', { name: /^Next lesson: / }).click()
  await page.waitForURL('**/portal/courses/ng/lessons/one-sentence')
})
