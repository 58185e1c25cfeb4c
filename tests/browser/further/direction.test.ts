/** Arabic texts that people typed, in pages that are otherwise English. */
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Db } from '#platform/db/db.ts'
import { test } from '../../support/browser-test.ts'
import { enterAs } from '../../world/demo-visitor.ts'

const ARABIC = 'مرحبا بكم في الدرس الأول!'
const MARKDOWN = [
  `## ${ARABIC}`,
  ARABIC,
  'An English paragraph between them.',
  `- ${ARABIC}`,
  `> ${ARABIC}`,
  `| ${ARABIC} | ${ARABIC} |\n|---|---|\n| ${ARABIC} | ${ARABIC} |`,
  `هذا **مهم جدا** و*جميل*!`,
].join('\n\n')
const COURSE = '/portal/courses/mcom'

test.beforeAll(({ db }) => writeArabic(db))

test.for([
  ['a visitor', null, ['/', '/mobile-content-creator', '/preview/ng/phone-ready', '/checkout/MCOM']],
  ['a learner', 'learner', ['/portal', COURSE, `${COURSE}/lessons/first-seconds`]],
  ['an admin', 'admin', ['/studio/learners?course=MCOM', '/studio/courses/mcom/progress', '/portal/orders']],
] as const)(
  '%s sees the last mark of each text at the end of its own direction',
  async ([, as, paths], { server, launchBrowser }) => {
    const { context, page } = await launchBrowser()
    if (as) await enterAs(context, server.url, as)
    for (const path of paths) await checkPage(page, path)
  },
)

/** Replaces the texts of the demo's courses and the names of its people. */
async function writeArabic(db: Db): Promise<void> {
  await sql`update person set name = ${ARABIC}`.execute(db)
  await sql`update orders set name = ${ARABIC}`.execute(db)
  await sql`update creator set name = ${ARABIC}`.execute(db)
  await sql`update cohort_session set title = ${ARABIC}`.execute(db)
  await sql`update module set title = ${ARABIC}`.execute(db)
  await sql`update caption_cue set text = ${ARABIC}`.execute(db)
  await sql`update lesson set title = ${ARABIC}, summary = ${ARABIC}`.execute(db)
  await sql`update lesson set content = jsonb_set(content, '{markdown}', to_jsonb(${MARKDOWN}::text))
    where content ? 'markdown'`.execute(db)
  await sql`update course set title = ${ARABIC}, definition = definition || jsonb_build_object(
    'promise', ${ARABIC}::text, 'benefits', jsonb_build_array(${ARABIC}::text, ${ARABIC}::text, ${ARABIC}::text),
    'questions', jsonb_build_array(jsonb_build_object('question', ${ARABIC}::text, 'answer', ${ARABIC}::text)))`.execute(
    db,
  )
  await sql`insert into lesson_note (person_id, lesson_id, text)
    select person.id, lesson.id, ${ARABIC} from person, lesson
    where person.email = 'learner@understudy.test' and lesson.course_code = 'MCOM'`.execute(db)
}

async function checkPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByText(ARABIC).first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  expect([path, await findWrongEnds(page)]).toEqual([path, []])
}

/** The texts whose closing mark is not behind their last letter, in the direction of that letter. */
function findWrongEnds(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wrong = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const getBox = (node: Node, at: number) => {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      return range.getBoundingClientRect()
    }
    while (walker.nextNode()) {
      const node = walker.currentNode
      // Texts that are only read out.
      if ((node.parentElement?.offsetWidth ?? 0) < 2) continue
      const text = (node.textContent ?? '').trimEnd()
      if (!/[\p{Script=Arabic}\p{Script=Latin}][.!?]$/u.test(text)) continue
      const [letter, mark] = [getBox(node, text.length - 2), getBox(node, text.length - 1)]
      if (mark.width === 0 || letter.top !== mark.top) continue
      const isArabic = /\p{Script=Arabic}.$/u.test(text)
      if (isArabic ? mark.left > letter.left : mark.left < letter.left)
        wrong.add(
          `${node.parentElement?.tagName} in ${node.parentElement?.parentElement?.tagName}: ${text.slice(0, 60)}`,
        )
    }
    return [...wrong]
  })
}
