/** The words of the mails about a free place. */
import { greetingFor } from '#domain/contact.ts'
import { renderEmail, type Words } from '#features/mailing/email.tsx'

export type PlaceFacts = {
  name: string
  courseTitle: string
  instructor: string
  firstSession: string | null
  supportAddress: string
}

export function placeAskedMail(facts: PlaceFacts & { url: string; until: string }): Words {
  return renderEmail({
    subject: `One press, and you’re in: ${facts.courseTitle}`,
    title: 'Your place is waiting',
    paragraphs: [
      `${greetingFor(facts.name)}. Someone, hopefully you, signed up for ${taught(facts)} with this e-mail.`,
      `The button opens it. It works until ${facts.until}; after that the place is released.`,
      'If it wasn’t you, ignore this e-mail: the place is released and we won’t e-mail you again.',
    ],
    button: { label: 'Open my place', url: facts.url },
    supportAddress: facts.supportAddress,
  })
}

export function placeKnownMail(facts: PlaceFacts & { portalUrl: string }): Words {
  return renderEmail({
    subject: `You are in already: ${facts.courseTitle}`,
    title: 'You are in already',
    paragraphs: [
      `${greetingFor(facts.name)}. Someone, hopefully you, signed up for ${taught(facts)} with this e-mail. You have one already, so there is nothing to do.`,
    ],
    button: { label: 'Open the portal', url: facts.portalUrl },
    supportAddress: facts.supportAddress,
  })
}

export function welcomeMail(facts: PlaceFacts & { portalUrl: string }): Words {
  const start = facts.firstSession
    ? `The first session is on ${facts.firstSession}. All dates are in the attached calendar file.`
    : 'You can start today.'
  return renderEmail({
    subject: `You’re in: ${facts.courseTitle}`,
    title: 'You’re in.',
    paragraphs: [`${greetingFor(facts.name)}. Your place in ${taught(facts)} is yours, and it costs nothing. ${start}`],
    button: { label: 'Open the portal', url: facts.portalUrl },
    supportAddress: facts.supportAddress,
  })
}

const taught = ({ courseTitle, instructor }: PlaceFacts): string =>
  instructor ? `${courseTitle} with ${instructor}` : courseTitle
