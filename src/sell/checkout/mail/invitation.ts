/** The e-mail that invites a friend of the buyer. */
import { greetingFor, plainName } from '#domain/contact.ts'
import { isolated } from '#domain/typed-text.ts'
import { type EmailSender, type RenderedEmail, renderEmail } from '#people/mailing/email.tsx'

type Facts = {
  name: string
  buyer: string
  courseTitle: string
  instructor: string
  firstSession: string | null
  otherHours: string | null
  url: string
  /** Nothing is owed for the order, and it was not free. */
  isPaid: boolean
  isReminder: boolean
  sender: EmailSender
}

export function invitationMail(facts: Facts): RenderedEmail {
  const { name, courseTitle, instructor, firstSession, otherHours, url, isPaid, isReminder, sender } = facts
  const buyer = plainName(facts.buyer) ?? 'A friend'
  const taught = isolated`${courseTitle}${instructor && isolated` with ${instructor}`}`
  const start = firstSession ? ` It begins on ${firstSession}.${otherHours ? ` ${otherHours}` : ''}` : ''
  return renderEmail({
    // The subject has no name, because bystanders see lists of subjects and a stranger may have typed the name.
    subject: isolated`${isReminder ? 'Your place is still waiting' : 'A place is waiting for you'}: ${courseTitle}`,
    title: isReminder ? 'Your place is still waiting' : 'A place is waiting for you',
    paragraphs: [
      isolated`${greetingFor(name)}. ${buyer} has booked a place for you in ${taught}${isPaid ? ', and it is paid for' : ''}.${start}`,
      'Use the button to confirm your seat.',
      isReminder
        ? 'We won’t e-mail you about this again.'
        : 'Not interested? Ignore this e-mail. We’ll remind you once.',
    ],
    button: { label: isolated`Confirm my seat in ${courseTitle}`, url },
    sender,
  })
}
