/** The words about money that goes back, and about a run that is called off. */
import { greetingFor } from '#domain/contact.ts'
import { type Words, writeLetter } from '#features/mailing/letter.tsx'

import type { Cause } from '../queries/refunds.ts'

type Facts = { name: string; orderNumber: string; courseTitle: string; orderUrl: string; supportAddress: string }
type Refund = Facts & {
  amount: string
  /** Such as `USD 299.00, Visa ending 4242`. */
  parts: string[]
  cause: Cause
}

export function refundMail({ amount, parts, cause, ...facts }: Refund): Words {
  const { name, orderNumber, courseTitle, orderUrl, supportAddress } = facts
  const why = {
    admin: `We are sending ${amount} of your order ${orderNumber} for ${courseTitle} back to you.`,
    provider: `${amount} of your order ${orderNumber} for ${courseTitle} is on its way back to you.`,
    'enrolment-cancelled': `A seat of your order ${orderNumber} for ${courseTitle} was cancelled, and ${amount} is on its way back to you.`,
    'cohort-cancelled': `We are sorry: ${courseTitle} will not take place on these dates. All you paid for it, ${amount}, is on its way back to you.`,
  }[cause]
  return writeLetter({
    subject: `${amount} is on its way back: ${courseTitle} (${orderNumber})`,
    title: cause === 'cohort-cancelled' ? 'It will not take place' : 'Your money is on its way back',
    paragraphs: [
      `${greetingFor(name)}. ${why}`,
      `It goes back the way it came: ${parts.join('; ')}. Banks usually show it within five to ten days; on a gift card it is there already.`,
    ],
    button: { label: 'See the order', url: orderUrl },
    supportAddress,
  })
}

/** Where nothing had been paid. */
export function calledOffMail({ name, courseTitle, orderUrl, supportAddress }: Facts): Words {
  return writeLetter({
    subject: `It will not take place: ${courseTitle}`,
    title: 'It will not take place',
    paragraphs: [
      `${greetingFor(name)}. We are sorry: ${courseTitle} will not take place on these dates. Your place has ended, and there is nothing for you to do.`,
    ],
    button: { label: 'See the order', url: orderUrl },
    supportAddress,
  })
}
