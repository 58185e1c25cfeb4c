/** The words of the mails about a second factor and passkeys. */
import { renderEmail, type Words } from '#features/mailing/email.tsx'
import { providerLabels } from '../provider-labels.ts'
import type { FactorNews } from '../tell-factor.ts'

type About = { at: string; resetUrl: string; supportAddress: string }

export function factorMail(news: FactorNews, { at, resetUrl, supportAddress }: About): Words {
  const { subject, what } = tell(news)
  return renderEmail({
    subject,
    title: subject,
    paragraphs: [
      `This happened on ${at}. ${what}`,
      'If it was not you, choose a new password now: it logs every device out. Then write to us.',
    ],
    button: { label: 'It was not me', url: resetUrl },
    supportAddress,
  })
}

function tell(news: FactorNews): { subject: string; what: string } {
  switch (news.is) {
    case 'turned-on':
      return {
        subject: 'A second factor was turned on',
        what: 'A log-in with your password now also asks for a code from your authenticator app. Keep the recovery codes somewhere safe: each works once, should the app be lost.',
      }
    case 'turned-off':
      return {
        subject: 'The second factor was turned off',
        what: 'A log-in with your password asks for no code any more, and the recovery codes work no longer.',
      }
    case 'recovery-codes-renewed':
      return {
        subject: 'You have new recovery codes',
        what: 'The old ones work no longer.',
      }
    case 'recovery-code-used':
      return {
        subject: 'A recovery code was used',
        what: `${leftOf(news.left)} You can make ten new ones in your settings.`,
      }
    case 'passkey-added':
      return {
        subject: 'A passkey was added',
        what: `“${news.name}” now opens your account. You can remove it in your settings.`,
      }
    case 'passkey-removed':
      return {
        subject: 'A passkey was removed',
        what: `“${news.name}” opens your account no longer.`,
      }
    case 'identity-added':
      return {
        subject: 'A way in was added',
        what: `A ${providerLabels[news.provider]} account now opens yours, and would do so after a new password too. You can remove it in your settings.`,
      }
    case 'identity-removed':
      return {
        subject: 'A way in was removed',
        what: `Your ${providerLabels[news.provider]} account opens this one no longer.`,
      }
  }
}

function leftOf(left: number): string {
  if (left === 0) return 'It was the last one.'
  return left === 1 ? 'One is left.' : `${left} are left.`
}
