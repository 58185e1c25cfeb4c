/** The e-mail about an unfinished checkout. docs/contract §27. */
import { greetingFor } from '#domain/contact.ts'
import { isolated } from '#domain/typed-text.ts'
import type { EmailContent, EmailSender } from '#people/mailing/email.tsx'

type Facts = {
  name: string
  title: string
  seats: number
  startsAt: string | null
  url: string
  deleteUrl: string
  sender: EmailSender
}

export function createUnfinishedMail(facts: Facts): EmailContent {
  const { title, seats, startsAt, url, deleteUrl, sender } = facts
  const party = seats === 1 ? 'a seat' : `${seats} seats`
  return {
    subject: isolated`Your saved checkout: ${title}`,
    title: 'Your checkout is saved',
    paragraphs: [
      isolated`${greetingFor(facts.name)}, you asked us to save your checkout for ${party} in ${title}.${startsAt ? ` It starts on ${startsAt}.` : ''}`,
      'The button opens it on any device, with your details and friends. No seat is held, and the price is today’s.',
      'This is the only e-mail about it. Don’t forward it: the link shows what you entered.',
      `To delete what we saved, open ${deleteUrl}`,
    ],
    button: { label: 'Continue', url },
    sender,
  }
}
