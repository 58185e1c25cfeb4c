/** The e-mails about certificates. They contain names and titles, and no file. docs/contract.md §17. */
import type { Config } from '#config.ts'
import { greetingFor } from '#domain/contact.ts'
import { type RenderedEmail, renderEmail } from '#features/mailing/email.tsx'

type CertificateFacts = { name: string; courseTitle: string }

export function certificateIssuedMail(config: Config, { name, courseTitle }: CertificateFacts): RenderedEmail {
  return renderEmail({
    subject: `Your certificate for ${courseTitle}`,
    title: 'You finished the course',
    paragraphs: [
      `${greetingFor(name)}, you finished ${courseTitle}. Well done!`,
      'Your certificate is issued as an Open Badge: a signed file that other schools can check.',
    ],
    button: { label: 'Open your portal', url: new URL('/portal', config.publicUrl).href },
    supportAddress: config.supportAddress,
  })
}

export function certificateRevokedMail(
  config: Config,
  { name, courseTitle, reason }: CertificateFacts & { reason: string },
): RenderedEmail {
  return renderEmail({
    subject: `Your certificate for ${courseTitle} was revoked`,
    title: 'Your certificate was revoked',
    paragraphs: [
      `${greetingFor(name)}, your certificate for ${courseTitle} is no longer valid. Reason: ${reason}.`,
      'If you think this is a mistake, write to us.',
    ],
    button: null,
    supportAddress: config.supportAddress,
  })
}
