/** The texts of the e-mails about the second factor and passkeys. */

import { isolated } from '#domain/typed-text.ts'
import { type EmailSender, type RenderedEmail, renderEmail } from '#people/mailing/email.tsx'
import { PROVIDER_LABELS } from '#platform/identity/provider.ts'
import type { FactorChange } from '../queue.ts'

type FactorEmailContext = { at: string; resetUrl: string; sender: EmailSender }

export function factorMail(change: FactorChange, { at, resetUrl, sender }: FactorEmailContext): RenderedEmail {
  const { subject, text } = describeChange(change)
  return renderEmail({
    subject,
    title: subject,
    paragraphs: [
      `This happened on ${at}. ${text}`,
      'If it wasn’t you, choose a new password now: this logs out every device. Then write to us.',
    ],
    button: { label: 'It wasn’t me', url: resetUrl },
    sender,
  })
}

function describeChange(change: FactorChange): { subject: string; text: string } {
  switch (change.is) {
    case 'turned-on':
      return {
        subject: 'A second factor was turned on',
        text: 'When you log in with your password, we now also ask for a code from your authenticator app. Keep your recovery codes somewhere safe: each works once if you lose the app.',
      }
    case 'turned-off':
      return {
        subject: 'The second factor was turned off',
        text: 'Logging in with your password no longer needs a code, and your recovery codes no longer work.',
      }
    case 'recovery-codes-renewed':
      return {
        subject: 'You have new recovery codes',
        text: 'The old codes no longer work.',
      }
    case 'recovery-code-used':
      return {
        subject: 'A recovery code was used',
        text: `${formatRemainingCodes(change.remainingCodes)} You can create ten new codes in your settings.`,
      }
    case 'passkey-added':
      return {
        subject: 'A passkey was added',
        text: isolated`You can now log in with “${change.name}”. You can remove it in your settings.`,
      }
    case 'passkey-removed':
      return {
        subject: 'A passkey was removed',
        text: isolated`You can no longer log in with “${change.name}”.`,
      }
    case 'identity-added':
      return {
        subject: 'A log-in method was added',
        text: `You can now log in with ${PROVIDER_LABELS[change.provider]}, even after you change your password. You can remove it in your settings.`,
      }
    case 'identity-removed':
      return {
        subject: 'A log-in method was removed',
        text: `You can no longer log in with ${PROVIDER_LABELS[change.provider]}.`,
      }
  }
}

function formatRemainingCodes(remainingCodes: number): string {
  if (remainingCodes === 0) return 'It was your last one.'
  return remainingCodes === 1 ? 'You have one left.' : `You have ${remainingCodes} left.`
}
