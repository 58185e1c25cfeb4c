/** The e-mail to a person who was given a free seat. docs/contract §42. */
import { greetingFor } from '#domain/contact.ts'
import { isolated } from '#domain/typed-text.ts'
import type { EmailContent, EmailSender } from '#people/mailing/email.tsx'

export type FreeSeatFacts = {
  name: string
  courseTitle: string
  instructor: string
  /** Null without dates, or once they have begun. */
  firstSession: string | null
  begun: { nextSession: string | null } | null
  /** A sentence. */
  access: string
  /** Null: the person has a password. */
  passwordUrl: string | null
  roomUrl: string
  sender: EmailSender
}

export function createFreeSeatMail(facts: FreeSeatFacts): EmailContent {
  const { name, courseTitle, instructor, firstSession, begun, access, passwordUrl, roomUrl } = facts
  const course = instructor ? isolated`${courseTitle} with ${instructor}` : isolated`${courseTitle}`
  return {
    subject: isolated`You have a seat in ${courseTitle}`,
    title: 'You have a free seat',
    paragraphs: [
      isolated`${greetingFor(name)}, you have been given a free seat in ${course}. There is nothing to pay.`,
      firstSession
        ? `The first session is on ${firstSession}. All dates are in the attached calendar file.`
        : begun?.nextSession
          ? `The course has begun. The next session is on ${begun.nextSession}. All dates are in the attached calendar file.`
          : 'You can start today.',
      access,
      ...(passwordUrl ? ['Set a password to open the course.'] : []),
    ],
    button: passwordUrl ? { label: 'Set your password', url: passwordUrl } : { label: 'Open the course', url: roomUrl },
    sender: facts.sender,
  }
}
