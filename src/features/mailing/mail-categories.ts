/** The categories of e-mails that people can turn off. docs/contract.md §22. */

/** Each category that a person can turn off → the words for its e-mails in "Turn off …" and "… are off". */
export const MAIL_CATEGORIES = {
  'lesson.opened': 'e-mails about newly opened lessons',
  'session.soon': 'reminders of live sessions',
  'session.open': 'e-mails when a live session starts',
  'recording.ready': 'e-mails about new recordings',
  'access.ending': 'reminders that access ends',
  'checkout.unfinished': 'e-mails about an unfinished checkout',
  'media.failed': 'e-mails about files that could not be used',
  'storage.nearly-full': 'e-mails about full storage',
} as const
export type MailCategory = keyof typeof MAIL_CATEGORIES

export function isMailCategory(text: string): text is MailCategory {
  return Object.hasOwn(MAIL_CATEGORIES, text)
}
