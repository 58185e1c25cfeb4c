import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'

test.for([
  [9, 'Full', 'NG'],
  [3, 'Half', 'DAPR'],
] as const)(
  '%d days before the start, course page and checkout promise the refund of that day: %s',
  async ([days, word, code], { db, server, launchBrowser }) => {
    await sql`update cohort set enrol_closes_at = null, starts_at = now() + ${days} * interval '1 day', ends_at = now() + ${days + 14} * interval '1 day'
    where cohort_code = (select cohort_code from cohort where course_code = ${code} and state = 'open' order by starts_at limit 1)`.execute(
      db,
    )
    const { data: course } = await (await fetch(`${server.url}/api/v1/courses/${code}`)).json()
    for (const width of [360, 1280]) {
      const { page, close } = await launchBrowser({ width })
      await page.goto(course.url)
      await page.getByText(`${word} refund until`).waitFor()
      await page.goto(`/checkout/${course.offerCode}`)
      await page.getByText(`${word} refund if your plans change`).waitFor({ state: 'attached' })
      expect(await page.getByText(/(Full|Half) refund if your plans/).count()).toBe(1)
      await close()
    }
  },
)
