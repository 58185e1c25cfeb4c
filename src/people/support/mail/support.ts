/** The texts of the support e-mails. */
import { type EmailSender, type RenderedEmail, renderEmail } from '#people/mailing/email.tsx'

export function createAnswerEmail(input: { answer: string; url: string; sender: EmailSender }): RenderedEmail {
  return renderEmail({
    subject: 'Our answer to your message',
    title: 'Our answer to your question',
    // Each line becomes a paragraph. Repeated lines appear once.
    paragraphs: [...new Set(input.answer.split('\n').map((line) => line.trim()))].filter(Boolean),
    button: { label: 'View the conversation and reply', url: input.url },
    sender: input.sender,
  })
}

export function createNoticeEmail({
  count,
  ...input
}: {
  count: number
  url: string
  sender: EmailSender
}): RenderedEmail {
  const title = count === 1 ? '1 message is waiting in the inbox' : `${count} messages are waiting in the inbox`
  return renderEmail({
    subject: title,
    title,
    paragraphs: ['Visitors have sent messages. Open the portal to read and answer them.'],
    button: { label: 'Open the inbox', url: input.url },
    sender: input.sender,
  })
}
