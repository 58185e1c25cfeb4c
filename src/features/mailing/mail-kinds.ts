/** The kinds of e-mail that a person can turn off. docs/contract.md §22. */

/** Kind → the words for its e-mails in "Turn off …" and "… are off". */
export const MAIL_KINDS = {
  'lesson.opened': 'e-mails about newly opened lessons',
  'session.soon': 'reminders of live sessions',
  'recording.ready': 'e-mails about new recordings',
  'access.ending': 'reminders that access ends',
  'media.failed': 'e-mails about files that could not be used',
  'storage.nearly-full': 'e-mails about full storage',
} as const

export type MailKind = keyof typeof MAIL_KINDS

export function isMailKind(kind: string): kind is MailKind {
  return Object.hasOwn(MAIL_KINDS, kind)
}
