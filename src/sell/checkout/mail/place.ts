/** The texts of the e-mails about a free enrolment. */
import { greetingFor } from '#domain/contact.ts'
import { isolated } from '#domain/typed-text.ts'
import { type EmailSender, type RenderedEmail, renderEmail } from '#people/mailing/email.tsx'

export type PlaceFacts = {
  name: string
  courseTitle: string
  instructor: string
  firstSession: string | null
  otherHours: string | null
  roomUrl: string
  sender: EmailSender
}

export function placeAskedMail(facts: PlaceFacts & { url: string; until: string }): RenderedEmail {
  return renderEmail({
    subject: isolated`Confirm your place: ${facts.courseTitle}`,
    title: 'Your place is waiting',
    paragraphs: [
      isolated`${greetingFor(facts.name)}. Someone, hopefully you, signed up for ${taught(facts)} with this e-mail.`,
      `Use the button to confirm your seat. It works until ${facts.until}. After that we release the place.`,
      'If it wasn’t you, ignore this e-mail: we won’t e-mail you again.',
    ],
    button: { label: isolated`Confirm my seat in ${facts.courseTitle}`, url: facts.url },
    sender: facts.sender,
  })
}

export function placeKnownMail(facts: PlaceFacts): RenderedEmail {
  return renderEmail({
    subject: isolated`You’re already enrolled: ${facts.courseTitle}`,
    title: 'You’re already enrolled',
    paragraphs: [
      isolated`${greetingFor(facts.name)}. Someone, hopefully you, signed up for ${taught(facts)} with this e-mail. You’re already enrolled, so you don’t need to do anything.`,
    ],
    button: { label: 'Open the course', url: facts.roomUrl },
    sender: facts.sender,
  })
}

export function welcomeMail(facts: PlaceFacts & { accessTerm: string }): RenderedEmail {
  const start = facts.firstSession
    ? [
        `The first session is on ${facts.firstSession}.`,
        ...(facts.otherHours ? [facts.otherHours] : []),
        'All dates are in the attached calendar file.',
      ].join(' ')
    : 'You can start today.'
  return renderEmail({
    subject: isolated`You’re in: ${facts.courseTitle}`,
    title: 'You’re in.',
    paragraphs: [
      isolated`${greetingFor(facts.name)}. Your place in ${taught(facts)} is yours, and it costs nothing. ${start}`,
      facts.accessTerm,
    ],
    button: { label: 'Open the course', url: facts.roomUrl },
    sender: facts.sender,
  })
}

const taught = ({ courseTitle, instructor }: PlaceFacts): string =>
  instructor ? isolated`${courseTitle} with ${instructor}` : courseTitle
