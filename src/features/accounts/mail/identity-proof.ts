/** Asks a mailbox whether somebody from a provider of social log-in is its owner. */
import { type Words, writeLetter } from '#features/mailing/letter.tsx'
import type { ProviderName } from '#platform/identity/provider.ts'
import { providerLabels } from '../social-buttons.tsx'

type Facts = { provider: ProviderName; name: string | null; url: string; supportAddress: string }

export function identityProofMail({ provider, name, url, supportAddress }: Facts): Words {
  const label = providerLabels[provider]
  const who = name ? `the ${label} account of “${name.slice(0, 80)}”` : `a ${label} account`
  return writeLetter({
    subject: `Log in with ${label}: is this you?`,
    title: 'Is this you?',
    paragraphs: [
      `Somebody asked to log in with ${who} and this address. If it was you, open the link in the browser in which you began. From then on ${label} lets you in.`,
      'If it was not you, do nothing, and nothing happens. The link works once, for 30 minutes.',
    ],
    button: { label: 'Yes, log me in', url },
    supportAddress,
  })
}
