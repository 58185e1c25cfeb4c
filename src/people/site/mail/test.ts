/** The e-mail by which an admin tests the mail server. */
import { type EmailSender, type RenderedEmail, renderEmail } from '#people/mailing/email.tsx'

export function createTestEmail({ sender }: { sender: EmailSender }): RenderedEmail {
  return renderEmail({
    subject: 'A test of your mail server',
    title: 'Your e-mails arrive',
    paragraphs: [
      'You asked for this e-mail in the settings of the site.',
      'If it is in your spam folder, set up SPF, DKIM and DMARC for your domain. Your mail provider explains how.',
    ],
    button: null,
    sender,
  })
}
