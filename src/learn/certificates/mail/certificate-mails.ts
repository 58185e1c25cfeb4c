/** The e-mails about certificates. They contain names and titles, and no file. docs/contract §17. */

import { greetingFor } from '#domain/contact.ts'
import { isolated } from '#domain/typed-text.ts'
import type { Deps } from '#http/deps.ts'
import { type RenderedEmail, renderEmail } from '#people/mailing/email.tsx'
import { MY_CERTIFICATES_PATH } from '../my-certificates-path.ts'

/** `url`: the page that verifies the certificate. */
type CertificateFacts = { name: string; courseTitle: string; url: string }

export function certificateIssuedMail(
  deps: Pick<Deps, 'config' | 'site'>,
  { name, courseTitle, url }: CertificateFacts,
): RenderedEmail {
  return renderEmail({
    subject: isolated`Your certificate for ${courseTitle}`,
    title: 'You finished the course',
    paragraphs: [
      isolated`${greetingFor(name)}, you finished ${courseTitle}. Well done!`,
      'In your portal you can download your certificate as a PDF, as a picture and as an Open Badge, a signed file that other schools can check.',
      `You can hide your name there. Everybody with this address can check it: ${url}`,
    ],
    button: { label: 'Open my certificates', url: new URL(MY_CERTIFICATES_PATH, deps.config.publicUrl).href },
    sender: deps.site.current,
  })
}

export function certificateRevokedMail(
  deps: Pick<Deps, 'config' | 'site'>,
  { name, courseTitle, reason, url }: CertificateFacts & { reason: string },
): RenderedEmail {
  return renderEmail({
    subject: isolated`Your certificate for ${courseTitle} was revoked`,
    title: 'Your certificate was revoked',
    paragraphs: [
      isolated`${greetingFor(name)}, we revoked your certificate for ${courseTitle}. Reason: ${reason}.`,
      `The PDF, the picture and the Open Badge are no longer valid. The certificate’s page says so too, without your name: ${url}`,
      'If you think this is a mistake, write to us.',
    ],
    button: null,
    sender: deps.site.current,
  })
}
