/** The words of the inbox's mails. */
import { renderEmail, type Words } from '#features/mailing/email.tsx'

export function answerMail(facts: { answer: string; url: string; supportAddress: string }): Words {
  return renderEmail({
    subject: 'Our answer to your message',
    title: 'Our answer to your question',
    // Each line a paragraph of its own; a line that is said twice is said once.
    paragraphs: [...new Set(facts.answer.split('\n').map((line) => line.trim()))].filter(Boolean),
    button: { label: 'View the conversation and reply', url: facts.url },
    supportAddress: facts.supportAddress,
  })
}

export function noticeMail({ count, ...about }: { count: number; url: string; supportAddress: string }): Words {
  const title = count === 1 ? 'A message waits in the inbox' : `${count} messages wait in the inbox`
  return renderEmail({
    subject: title,
    title,
    paragraphs: ['Visitors of the site have written. What they say is in the portal, and there you answer it.'],
    button: { label: 'Open the inbox', url: about.url },
    supportAddress: about.supportAddress,
  })
}
