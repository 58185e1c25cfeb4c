/** The texts of the waitlist's e-mails. */

import { isolated } from '#domain/typed-text.ts'
import { type EmailSender, type RenderedEmail, renderEmail } from '#people/mailing/email.tsx'

export type WaitlistMailInput = {
  name: string | null
  title: string
  seats: number
  /** The first session in the reader's zone. Null without a date. */
  startsAt: string | null
  url: string
  leaveUrl: string
  sender: EmailSender
}

export function createConfirmationMail(input: WaitlistMailInput): RenderedEmail {
  return renderEmail({
    subject: isolated`Confirm your place on the waitlist: ${input.title}`,
    title: 'Confirm your place on the waitlist',
    paragraphs: [
      ...greet(input),
      isolated`Somebody used this address to ask for ${formatSeats(input)}.`,
      'Please confirm that it was you. When seats become free, we’ll e-mail you an offer and hold the seats for up to 24 hours.',
      'If it wasn’t you, ignore this e-mail.',
    ],
    button: { label: 'Confirm my place', url: input.url },
    optOut: { label: 'Leave the waitlist', url: input.leaveUrl },
    sender: input.sender,
  })
}

/** @param until the end of the offer in the reader's zone */
export function createOfferMail({ until, ...input }: WaitlistMailInput & { until: string }): RenderedEmail {
  const isOne = input.seats === 1
  return renderEmail({
    subject: isOne ? isolated`A seat is free: ${input.title}` : isolated`${input.seats} seats are free: ${input.title}`,
    title: isOne ? 'A seat is free, and held for you' : `${input.seats} seats are free, and held for you`,
    paragraphs: [
      ...greet(input),
      isolated`You were waiting for ${formatSeats(input)}. We hold ${isOne ? 'it' : 'them'} for you until ${until}.`,
      'You pay today’s price. If you don’t enrol by then, the next person on the waitlist gets the offer.',
    ],
    button: { label: isOne ? 'See my seat' : 'See my seats', url: input.url },
    optOut: { label: isOne ? 'Decline the seat' : 'Decline the seats', url: input.leaveUrl },
    sender: input.sender,
  })
}

/** The dates will not take place. */
export function createClosedMail(
  input: Pick<WaitlistMailInput, 'name' | 'title' | 'startsAt' | 'sender'> & { courseUrl: string },
): RenderedEmail {
  const { title, startsAt, courseUrl, sender } = input
  return renderEmail({
    subject: isolated`These dates were cancelled: ${title}`,
    title: 'These dates were cancelled',
    paragraphs: [
      ...greet(input),
      isolated`You were on the waitlist of ${title}${startsAt ? `, ${startsAt}` : ''}. It does not take place on these dates.`,
      'You’re no longer on this waitlist. The page of the course shows whether there are other dates.',
    ],
    button: { label: 'See the course', url: courseUrl },
    sender,
  })
}

const greet = ({ name }: Pick<WaitlistMailInput, 'name'>): string[] => (name ? [isolated`Hello ${name},`] : [])

function formatSeats({ seats, title, startsAt }: WaitlistMailInput): string {
  const date = startsAt ? `, ${startsAt}` : ''
  return isolated`${seats === 1 ? 'a seat' : `${seats} seats`} in ${title}${date}`
}
