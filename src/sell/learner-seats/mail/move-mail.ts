/** The e-mail to a learner whose seat moved to other dates. docs/contract §42. */
import { formatSessionStart } from '#catalogue/catalog/calendar/session-start.ts'
import { greetingFor } from '#domain/contact.ts'
import { isolated } from '#domain/typed-text.ts'
import type { EmailContent, EmailSender } from '#people/mailing/email.tsx'

export type MoveFacts = {
  name: string
  courseTitle: string
  /** The old dates, by their name. */
  before: string
  sessions: readonly { title: string; starts_at: Date }[]
  /** Of the reader. */
  timezoneId: string
  /** The new dates have so many pro sessions fewer. */
  lostProSessions: number
  hasRemoved: boolean
  /** Sessions of the old dates have begun. */
  hasHeld: boolean
  /** A sentence. */
  access: string
  balance: { amount: string; day: string } | null
  orderUrl: string
  roomUrl: string
  sender: EmailSender
}

/** The calendar file has the others. */
const MOST_SESSIONS = 30

export function createMoveMail(facts: MoveFacts): EmailContent {
  const { name, courseTitle, before, sessions, timezoneId, lostProSessions, hasRemoved, hasHeld, access, balance } =
    facts
  const { orderUrl, roomUrl } = facts
  const listed = sessions
    .slice(0, MOST_SESSIONS)
    .map(({ title, starts_at }) => isolated`${formatSessionStart(starts_at, timezoneId)}: ${title}`)
  const more = sessions.length - listed.length
  return {
    subject: isolated`Your new dates for ${courseTitle}`,
    title: 'Your new dates',
    paragraphs: [
      isolated`${greetingFor(name)}, your seat in ${courseTitle} has moved. Before, you had ${before}.`,
      ...(listed.length > 0
        ? [['Your sessions now:', ...listed, ...(more > 0 ? [`and ${more} more in the calendar file`] : [])].join('\n')]
        : []),
      ...(lostProSessions > 0
        ? [
            `Your new dates have ${lostProSessions === 1 ? '1 pro session' : `${lostProSessions} pro sessions`} fewer than your old ones. Please write to us if you miss ${lostProSessions === 1 ? 'it' : 'them'}.`,
          ]
        : []),
      ...(listed.length > 0 || hasRemoved
        ? [
            'Open the attached calendar file: it removes the old sessions and adds the new ones. If you subscribe to your calendar, it updates by itself.',
          ]
        : []),
      `Your finished lessons stay as you left them.${hasHeld ? ' The recordings and recaps of your old dates can’t be opened any more.' : ''} ${access}`,
      ...(balance
        ? [`Your balance of ${balance.amount} stays due on ${balance.day}. You can pay it here: ${orderUrl}`]
        : []),
    ],
    button: { label: 'Open the course', url: roomUrl },
    sender: facts.sender,
  }
}
