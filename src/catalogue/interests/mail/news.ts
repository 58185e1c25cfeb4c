/** The texts of the e-mails to people who asked for news about a course. */
import type { NoticeKind } from '#catalogue/leads/queries/interests.ts'
import { isolated } from '#domain/typed-text.ts'
import { type EmailSender, type RenderedEmail, renderEmail } from '#people/mailing/email.tsx'
import type { CohortText } from '../describe-cohort.ts'

type Common = { name: string | null; leaveUrl: string; sender: EmailSender }
type NewsKind = 'coming-soon' | 'reminder'

export function createConfirmationMail(
  input: Common & { kind: NewsKind; title: string; confirmUrl: string },
): RenderedEmail {
  const { kind, title, confirmUrl, leaveUrl, sender } = input
  const isReminder = kind === 'reminder'
  return renderEmail({
    subject: isolated`Confirm your address: news about ${title}`,
    title: 'Confirm your address',
    paragraphs: [
      ...greet(input),
      isolated`Somebody used this address to ask for ${isReminder ? 'a reminder of the dates' : 'news about the enrolment'} of ${title}.`,
      isReminder
        ? 'Please confirm that it was you. We’ll e-mail you when a new date is set, and once before enrolment closes.'
        : 'Please confirm that it was you. We’ll e-mail you once for each new set of dates.',
      'If it wasn’t you, ignore this e-mail.',
    ],
    button: { label: 'Confirm my address', url: confirmUrl },
    optOut: { label: 'I don’t want this news', url: leaveUrl },
    sender,
  })
}

const HEADS: Readonly<Record<NoticeKind, { subject: string; title: string; label: string }>> = {
  opened: {
    subject: 'Enrolment is open',
    title: 'Enrolment is open',
    label: 'You asked us to tell you when enrolment opens for',
  },
  dated: { subject: 'A new date', title: 'There is a new date', label: 'You asked us to remind you of the dates of' },
  closing: {
    subject: 'Enrolment closes soon',
    title: 'Enrolment closes soon',
    label: 'You asked us to remind you of the dates of',
  },
}

export function createNewsMail({
  kind,
  cohort,
  ...input
}: Common & { kind: NoticeKind; cohort: CohortText }): RenderedEmail {
  const { subject, title, label } = HEADS[kind]
  const isFull = cohort.status === 'full'
  return renderEmail({
    subject: isolated`${subject}: ${cohort.title}`,
    title,
    paragraphs: [
      ...greet(input),
      isolated`${label} ${cohort.title}.`,
      cohort.classDate ? `${cohort.date}. In the class’s time zone: ${cohort.classDate}.` : `${cohort.date}.`,
      ...(cohort.otherHours ? [cohort.otherHours] : []),
      ...(cohort.price ? [`Price: ${cohort.price} for one seat.`] : []),
      ...(cohort.status === 'coming-soon' ? ['Enrolment is not open yet.'] : []),
      ...(isFull ? ['All seats are taken at the moment. You can join the waitlist.'] : []),
      ...(cohort.closes && cohort.status !== 'coming-soon' && !isFull ? [`Enrolment closes on ${cohort.closes}.`] : []),
    ],
    button: { label: isFull ? 'Join the waitlist' : 'See the course', url: cohort.url },
    optOut: { label: 'Turn off news about this course', url: input.leaveUrl },
    sender: input.sender,
  })
}

/** The course will not run again. */
export function createWithdrawnMail(
  input: Pick<Common, 'name' | 'sender'> & { title: string; homeUrl: string },
): RenderedEmail {
  const { title, homeUrl, sender } = input
  return renderEmail({
    subject: isolated`No more dates: ${title}`,
    title: 'This course will not run again',
    paragraphs: [
      ...greet(input),
      isolated`You asked for news about the dates of ${title}. It will not run again, so this is the last e-mail about it.`,
    ],
    button: { label: 'See other courses', url: homeUrl },
    sender,
  })
}

const greet = ({ name }: Pick<Common, 'name'>): string[] => (name ? [isolated`Hello ${name},`] : [])
