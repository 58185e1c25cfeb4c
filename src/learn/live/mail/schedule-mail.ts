/** The e-mail about changed dates. docs/contract §28. */

import { formatSessionStart } from '#catalogue/catalog/calendar/session-start.ts'
import { greetingFor } from '#domain/contact.ts'
import { isSameZone } from '#domain/dates/zone-name.ts'
import type { ScheduleChange } from '#domain/schedule-change.ts'
import { isolated } from '#domain/typed-text.ts'
import type { Deps } from '#http/deps.ts'
import type { EmailContent } from '#people/mailing/email.tsx'

type Change = ScheduleChange & { courseTitle: string }
type Times = NonNullable<ScheduleChange['after']>
type Reader = { name: string; timezone_id: string | null }

/** The calendar has the others. */
const MOST_CHANGES = 30

/** `changes` is not empty. */
export function createScheduleMail(
  deps: Pick<Deps, 'config' | 'site'>,
  reader: Reader,
  changes: readonly Change[],
): EmailContent {
  const courses = [...new Set(changes.map(({ courseTitle }) => courseTitle))]
  const more = changes.length - MOST_CHANGES
  return {
    subject: createSubject(changes, courses),
    title: createTitle(changes),
    paragraphs: [
      isolated`${greetingFor(reader.name)}, the dates of ${courses.map((title) => isolated`${title}`).join(' and ')} have changed.`,
      ...changes.slice(0, MOST_CHANGES).map((change) => describeChange(change, reader)),
      ...(more > 0 ? [`${more} more changes are in your calendar.`] : []),
      ...(changes.some(({ before }) => before)
        ? [
            `If that does not suit you, whoever booked can ask for a refund under Purchases in the portal, or write to us: ${new URL('/portal/purchases', deps.config.publicUrl).href}`,
          ]
        : []),
      'Open the attached calendar file to update the dates in your calendar. If you subscribe to your calendar, it updates by itself.',
    ],
    button: { label: 'See all my dates', url: new URL('/portal/calendar', deps.config.publicUrl).href },
    sender: deps.site.current,
  }
}

function createTitle([change, ...others]: readonly Change[]): string {
  if (others.length > 0) return 'Some dates have changed'
  return change!.after ? 'A date has changed' : 'A session is cancelled'
}

function createSubject(changes: readonly Change[], courses: readonly string[]): string {
  const [change] = changes
  if (changes.length > 1) return isolated`Changed dates: ${courses.length === 1 ? courses[0]! : 'your courses'}`
  if (!change!.after) return isolated`Cancelled: ${change!.title}`
  return isolated`${change!.before ? 'New time' : 'New session'}: ${change!.title}`
}

function describeChange({ title, courseTitle, timezoneId, before, after }: Change, reader: Reader): string {
  const zone = reader.timezone_id ?? timezoneId
  const format = ({ startsAt }: Pick<Times, 'startsAt'>) =>
    isSameZone(zone, timezoneId)
      ? formatSessionStart(startsAt, zone)
      : `${formatSessionStart(startsAt, zone)}; for the class ${formatSessionStart(startsAt, timezoneId)}`
  const name = isolated`“${title}” of ${courseTitle}`
  if (!after) return `${name} is cancelled. It was planned for ${format(before!)}.`
  if (!before) return `${name} is new. It starts on ${format(after)}.`
  if (before.startsAt.getTime() === after.startsAt.getTime())
    return `${name} still starts on ${format(after)}. It now takes ${getMinutes(after)} minutes instead of ${getMinutes(before)}.`
  return `${name} has moved. Before: ${format(before)}. Now: ${format(after)}.`
}

function getMinutes({ startsAt, endsAt }: Times): number {
  return Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000)
}
