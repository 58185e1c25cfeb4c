import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { callRemoveIdentity } from '#features/accounts/calls/identities.ts'
import type { Ask } from '#features/accounts/parts/owner-fields.tsx'
import { providerLabels } from '#features/accounts/provider-labels.ts'
import type { IdentityView } from '#features/accounts/wire/identities.ts'
import { browserClient, type Signed } from '#http/client.ts'
import { focusHere } from '#ui/arrival.ts'
import { Done } from '#ui/field.tsx'
import { When } from '#ui/when.tsx'
import styles from './devices.module.css'
import { WayIn } from './way-in.tsx'

type Props = { as: Signed; email: string; ask: Ask; identities: IdentityView[] }

export function IdentitySettings({ as, email, ask, identities: first }: Props) {
  const [identities, setIdentities] = useState(first)
  const [told, setTold] = useState<string | null>(null)

  function removed({ identityId, provider }: IdentityView) {
    setIdentities((before) => before.filter((identity) => identity.identityId !== identityId))
    setTold(`${providerLabels[provider]} lets you in no longer. Devices it logged in stay so: see to them below.`)
  }

  return (
    <div className={styles.devices}>
      {told && (
        <div ref={focusHere} tabIndex={-1}>
          <Done>{told}</Done>
        </div>
      )}
      {identities.length === 0 && <p>None is left.</p>}
      <ul>
        {identities.map((identity) => (
          <WayIn
            key={identity.identityId}
            icon={<LogIn size={20} />}
            name={providerLabels[identity.provider]}
            as={as}
            email={email}
            ask={ask}
            id={identity.identityId}
            goneCode="IDENTITY_NOT_FOUND"
            remove={(owner) => callRemoveIdentity(browserClient(), as, identity.identityId, owner)}
            onRemoved={() => removed(identity)}
          >
            {identity.email && `${identity.email}, `}joined <When at={identity.createdAt} zone="UTC" form="short" />,
            last used <When at={identity.lastUsedAt} zone="UTC" form="short" />
          </WayIn>
        ))}
      </ul>
    </div>
  )
}
