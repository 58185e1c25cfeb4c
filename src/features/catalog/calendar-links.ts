/**
 * Addresses at which calendars of the web take up one session, filled in. None of the three documents its
 * own; these are as https://github.com/InteractionDesignFoundation/add-event-to-calendar-docs has found
 * them. All times are UTC and say so: Outlook takes one without its Z for the reader's wall time.
 */
export type CalendarSession = { title: string; startsAt: string; endsAt: string }

/** `about` is the course's title; `portalUrl` is where the session is entered. */
type Entry = CalendarSession & { about: string; portalUrl: string }

export function calendarLinks({ title, startsAt, endsAt, about, portalUrl }: Entry): { label: string; href: string }[] {
  const name = `${title} (${about})`
  const [from, to] = [plain(startsAt), plain(endsAt)]
  return [
    {
      label: 'Google',
      href: address('https://calendar.google.com/calendar/render', {
        action: 'TEMPLATE',
        text: name,
        dates: `${squeezed(from)}/${squeezed(to)}`,
        details: portalUrl,
      }),
    },
    {
      label: 'Outlook',
      href: address('https://outlook.live.com/calendar/0/action/compose', {
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
      href: address('https://calendar.yahoo.com/', {
        v: '60',
        title: name,
        st: squeezed(from),
        et: squeezed(to),
        desc: portalUrl,
      }),
    },
  ]
}

/** An instant to the second, as `2027-01-12T12:00:00Z`. */
const plain = (instant: string): string => `${new Date(instant).toISOString().slice(0, 19)}Z`

/** RFC 5545's form of the same: `20270112T120000Z`. */
const squeezed = (instant: string): string => instant.replaceAll(/[-:]/g, '')

/** Spaces as %20: not every calendar reads a plus as one. */
function address(base: string, fields: Record<string, string>): string {
  return `${base}?${new URLSearchParams(fields).toString().replaceAll('+', '%20')}`
}
