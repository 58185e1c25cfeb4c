import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { PROVIDER_LABELS } from '#platform/identity/provider.ts'
import { SuccessMessage } from '#ui/field.tsx'
import { focusField } from '#ui/focus.ts'
import { When } from '#ui/local-time.tsx'
import type { VerificationMethods } from '../parts/owner-fields.tsx'
import { type IdentityView, removeIdentity } from '../wire/identities.ts'
import styles from './devices.module.css'
import { LogInMethod } from './log-in-method.tsx'

type Props = { as: SignedInAudience; email: string; verification: VerificationMethods; identities: IdentityView[] }

export function IdentitySettings({ as, email, verification, identities: initialIdentities }: Props) {
  const [identities, setIdentities] = useState(initialIdentities)
  const [notice, setNotice] = useState<string | null>(null)

  function handleRemoved({ identityId, provider }: IdentityView) {
    setIdentities((before) => before.filter((identity) => identity.identityId !== identityId))
    setNotice(
      `${PROVIDER_LABELS[provider]} can’t log you in any more. Devices that used it stay logged in: manage them below.`,
    )
  }

  return (
    <div className={styles.devices}>
      {notice && (
        <div ref={focusField} tabIndex={-1}>
          <SuccessMessage>{notice}</SuccessMessage>
        </div>
      )}
      {identities.length === 0 && <p>None left.</p>}
      <ul>
        {identities.map((identity) => (
          <LogInMethod
            key={identity.identityId}
            icon={<LogIn size={20} />}
            name={PROVIDER_LABELS[identity.provider]}
            as={as}
            email={email}
            verification={verification}
            id={identity.identityId}
            notFoundCode="IDENTITY_NOT_FOUND"
            remove={(owner) =>
              browserClient().call(removeIdentity, {
                params: { identityId: identity.identityId },
                body: owner,
                auth: as,
              })
            }
            onRemoved={() => handleRemoved(identity)}
          >
            {identity.email && `${identity.email}, `}linked <When at={identity.createdAt} zone="UTC" form="short" />,
            last used <When at={identity.lastUsedAt} zone="UTC" form="short" />
          </LogInMethod>
        ))}
      </ul>
    </div>
  )
}
