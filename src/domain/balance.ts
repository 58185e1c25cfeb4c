/** What happens while a balance is not paid: three reminders, then access is paused. Price rule 6. */

/** Days after the balance was due. With the last one access is paused; nothing is ever deleted. */
export const REMINDER_DAYS = [0, 3, 7] as const
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Which reminder is due now, counted from 1, and whether access pauses with it; null when none is. Of
 * several that are due at once, because nobody was there to send them, only the last is sent.
 */
export function nextReminder(dueAt: Date, sent: number, now: Date): { number: number; isLast: boolean } | null {
  const number = REMINDER_DAYS.filter((days) => now.getTime() >= dueAt.getTime() + days * DAY_MS).length
  return number > sent ? { number, isLast: number === REMINDER_DAYS.length } : null
}
