/** The e-mails about live sessions. They contain names, titles and dates, and never the address of a meeting. */

import { formatSessionStart } from '#catalogue/catalog/calendar/session-start.ts'
import { greetingFor } from '#domain/contact.ts'
import { isSameZone } from '#domain/dates/zone-name.ts'
import { getSessionPath } from '#domain/learning/room-path.ts'
import type { ReminderHours } from '#domain/learning/session-reminder.ts'
import { JOIN_MINUTES } from '#domain/learning/session-window.ts'
import { isolated } from '#domain/typed-text.ts'
import type { Deps } from '#http/deps.ts'
import type { EmailContent } from '#people/mailing/email.tsx'
import type { Recipient } from '../queries/recipients.ts'

type MailDeps = Pick<Deps, 'config' | 'site'>

export function createReminder(deps: MailDeps, session: Recipient, hours: ReminderHours): EmailContent {
  const zone = session.person_timezone_id ?? session.timezone_id
  const time = formatSessionStart(session.starts_at, zone)
  const classTime = isSameZone(zone, session.timezone_id)
    ? ''
    : ` For the class: ${formatSessionStart(session.starts_at, session.timezone_id)}.`
  return {
    subject: isolated`${hours === 1 ? 'Starting soon' : 'Coming up'}: ${session.title}`,
    title: hours === 1 ? 'Your session starts soon' : 'Your next session',
    paragraphs: [
      isolated`${greetingFor(session.name)}, “${session.title}” of ${session.course_title} starts on ${time}.${classTime}`,
      `The join button is on the session’s page, from ${JOIN_MINUTES.learnerBefore} minutes before the start. The attached calendar file has all your dates.`,
    ],
    button: { label: 'Open the session', url: getUrl(deps, session) },
    sender: deps.site.current,
  }
}

export function createOpeningMail(deps: MailDeps, session: Recipient): EmailContent {
  const zone = session.person_timezone_id ?? session.timezone_id
  return {
    subject: isolated`Starting now: ${session.title}`,
    title: 'You can join now',
    paragraphs: [
      isolated`${greetingFor(session.name)}, “${session.title}” of ${session.course_title} starts on ${formatSessionStart(session.starts_at, zone)}. The meeting is open.`,
    ],
    button: { label: 'Join', url: getUrl(deps, session) },
    sender: deps.site.current,
  }
}

export function createRecordingMail(deps: MailDeps, session: Recipient): EmailContent {
  return {
    subject: isolated`The recording is ready: ${session.title}`,
    title: 'The recording is ready',
    paragraphs: [
      isolated`${greetingFor(session.name)}, you can now watch the recording of “${session.title}” of ${session.course_title}.`,
    ],
    button: { label: 'Watch the recording', url: getUrl(deps, session) },
    sender: deps.site.current,
  }
}

function getUrl({ config: { publicUrl } }: MailDeps, session: Recipient): string {
  return new URL(getSessionPath(session.session_id), publicUrl).href
}
