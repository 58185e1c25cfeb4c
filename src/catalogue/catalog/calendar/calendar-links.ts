/**
 * Links that add one session to a web calendar. None of the three providers documents its link format; this follows
 * https://github.com/InteractionDesignFoundation/add-event-to-calendar-docs. All times are UTC with a Z: Outlook reads
 * a time without Z as the reader's local time.
 */
export type CalendarSession = { title: string; startsAt: string; endsAt: string }

/** `about` is the course title. `portalUrl` is the page to join the session from. */
type CalendarEntry = CalendarSession & { courseTitle: string; portalUrl: string }

export function createCalendarLinks({
  title,
  startsAt,
  endsAt,
  courseTitle,
  portalUrl,
}: CalendarEntry): { label: string; href: string }[] {
  const name = `${title} (${courseTitle})`
  const [from, to] = [toUtcSeconds(startsAt), toUtcSeconds(endsAt)]
  return [
    {
      label: 'Google',
      href: buildUrl('https://calendar.google.com/calendar/render', {
        action: 'TEMPLATE',
        text: name,
        dates: `${toCompactUtc(from)}/${toCompactUtc(to)}`,
        details: portalUrl,
      }),
    },
    {
      label: 'Outlook',
      href: buildUrl('https://outlook.live.com/calendar/0/action/compose', {
        path: '/calendar/action/compose',
        rru: 'addevent',
        subject: name,
        startdt: from,
        enddt: to,
        body: portalUrl,
      }),
    },
    {
      label: 'Yahoo',
      href: buildUrl('https://calendar.yahoo.com/', {
        v: '60',
        title: name,
        st: toCompactUtc(from),
        et: toCompactUtc(to),
        desc: portalUrl,
      }),
    },
  ]
}

/** An instant to the second, as `2027-01-12T12:00:00Z`. */
const toUtcSeconds = (instant: string): string => `${new Date(instant).toISOString().slice(0, 19)}Z`

/** The same instant in the form of RFC 5545: `20270112T120000Z`. */
const toCompactUtc = (instant: string): string => instant.replaceAll(/[-:]/g, '')

/** Encodes spaces as %20, because some calendars do not read a plus as a space. */
function buildUrl(base: string, fields: Record<string, string>): string {
  return `${base}?${new URLSearchParams(fields).toString().replaceAll('+', '%20')}`
}
