import { expect, test } from 'vitest'
import { listRelevantChoices, MAIL_CATEGORIES, type MailCategory } from './mail-categories.ts'

const choices = (off: readonly MailCategory[] = []) =>
  (Object.keys(MAIL_CATEGORIES) as MailCategory[]).map((category) => ({ category, isOff: off.includes(category) }))
const list = (isTeaching: boolean, off?: MailCategory[]) =>
  listRelevantChoices(choices(off), isTeaching).map(({ category }) => category)

test('only teachers choose about e-mails for teachers, and who turned one off may turn it on again', () => {
  expect(list(true)).toEqual(Object.keys(MAIL_CATEGORIES))
  expect(list(false)).toEqual(
    list(true).filter((category) => !['media.failed', 'storage.nearly-full'].includes(category)),
  )
  expect(list(false, ['media.failed'])).toContain('media.failed')
})
