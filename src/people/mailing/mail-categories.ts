/** The categories of e-mails that people can turn off. docs/contract §22. */

/** Each category that a person can turn off → the words for its e-mails in "Turn off …" and "… are off". */
export const MAIL_CATEGORIES = {
  'lesson.opened': 'e-mails about newly opened lessons',
  'session.soon': 'reminders of live sessions',
  'session.open': 'e-mails when a live session starts',
  'recording.ready': 'e-mails about new recordings',
  'course.news': 'messages from your teachers',
  'access.ending': 'reminders that access ends',
  'checkout.unfinished': 'e-mails about an unfinished checkout',
  'media.failed': 'e-mails about files that could not be used',
  'storage.nearly-full': 'e-mails about full storage',
} as const
export type MailCategory = keyof typeof MAIL_CATEGORIES

/** Only teachers get these. */
const TEACHER_CATEGORIES: ReadonlySet<MailCategory> = new Set(['media.failed', 'storage.nearly-full'])

/** The choices that concern a person: those of teachers only for a teacher, or where they were turned off. */
export function listRelevantChoices<Choice extends { category: MailCategory; isOff: boolean }>(
  choices: readonly Choice[],
  isTeaching: boolean,
): Choice[] {
  return choices.filter(({ category, isOff }) => isTeaching || isOff || !TEACHER_CATEGORIES.has(category))
}

export const isForTeachers = (category: MailCategory): boolean => TEACHER_CATEGORIES.has(category)

export function isMailCategory(text: string): text is MailCategory {
  return Object.hasOwn(MAIL_CATEGORIES, text)
}
