/** Reminders for an unpaid balance: three, then access is paused. Price rule 6. */

/** Days after the balance was due. The last reminder pauses access; nothing is ever deleted. */
export const REMINDER_DAYS = [0, 3, 7] as const
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The reminder that is due now, counted from 1, and whether access pauses with it; null when none is due.
 * When a job was late and several are due, only the last is sent.
 */
export function nextReminder(dueAt: Date, sent: number, now: Date): { number: number; isLast: boolean } | null {
  const number = REMINDER_DAYS.filter((days) => now.getTime() >= dueAt.getTime() + days * DAY_MS).length
  return number > sent ? { number, isLast: number === REMINDER_DAYS.length } : null
}
