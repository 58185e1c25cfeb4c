/** The e-mails to a referrer about the credit for a friend. */
import { greetingFor } from '#domain/contact.ts'
import { formatWithSymbol, type Money } from '#domain/money/money.ts'
import { getFirstName } from '#domain/orders/referral.ts'
import { isolated } from '#domain/typed-text.ts'
import { type EmailSender, type RenderedEmail, renderEmail } from '#people/mailing/email.tsx'
import { REFERRAL_PATH } from '../referral-path.ts'

type Site = { publicUrl: string; sender: EmailSender }
type Names = { referrerName: string; friendName: string }

export function rewardMail(
  { publicUrl, sender }: Site,
  { referrerName, friendName, credited }: Names & { credited: Money },
): RenderedEmail {
  const amount = formatWithSymbol(credited)
  return renderEmail({
    subject: `${amount} credit for bringing a friend`,
    title: `You have ${amount} more credit`,
    paragraphs: [
      isolated`${greetingFor(referrerName)}. ${getFirstName(friendName)} enrolled with your link, and the days for a refund have passed.`,
      `So ${amount} is on your account. You can use it at checkout when you are logged in.`,
    ],
    button: { label: 'See your referrals', url: new URL(REFERRAL_PATH, publicUrl).href },
    sender,
  })
}

export function takenBackMail(
  { publicUrl, sender }: Site,
  { referrerName, friendName, taken, debt }: Names & { taken: Money; debt: Money },
): RenderedEmail {
  const rest = `Your account has no more credit, so ${formatWithSymbol(debt)} comes off your next rewards.`
  const words = taken.minor > 0 ? [`So ${formatWithSymbol(taken)} of credit was taken from your account.`] : []
  return renderEmail({
    subject: 'The credit for a friend was taken back',
    title: 'A reward was taken back',
    paragraphs: [
      isolated`${greetingFor(referrerName)}. ${getFirstName(friendName)}’s enrolment has ended, so there is no reward for it any more.`,
      [...words, ...(debt.minor > 0 ? [rest] : [])].join(' '),
    ],
    button: { label: 'See your referrals', url: new URL(REFERRAL_PATH, publicUrl).href },
    sender,
  })
}
