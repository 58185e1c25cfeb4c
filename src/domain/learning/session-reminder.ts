/** When a learner is reminded of a live session. docs/contract §15. */

import { JOIN_MINUTES } from './session-window.ts'

/** Hours before the start. */
export const REMINDER_HOURS = [24, 1] as const
export type ReminderHours = (typeof REMINDER_HOURS)[number]

/**
 * The starts of the sessions whose reminder is due now: after `after`, up to `until`. A reminder that is late by more
 * than half its lead is not sent. docs/contract §15.
 */
export function getReminderWindow(hours: ReminderHours, now: Date): { after: Date; until: Date } {
  const leadMs = hours * 3_600_000
  return { after: new Date(now.getTime() + leadMs / 2), until: new Date(now.getTime() + leadMs) }
}

/** The starts of the sessions that learners can join now and that have not started. docs/contract §15. */
export function getOpeningWindow(now: Date): { after: Date; until: Date } {
  return { after: now, until: new Date(now.getTime() + JOIN_MINUTES.learnerBefore * 60_000) }
}
