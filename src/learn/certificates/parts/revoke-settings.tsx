import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserClient } from '#http/client.ts'
import { toFormRefusal } from '#people/accounts/settings/form-refusal.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { revokeMyCertificate } from '../wire.ts'
import type { CertificateProps } from './certificate-props.ts'
import styles from './my-certificates.module.css'

export function RevokeSettings({ certificate: { certificateId, courseTitle }, as }: CertificateProps) {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const revoke = async () => {
    setBusy(true)
    const response = await browserClient().call(revokeMyCertificate, { auth: as, params: { id: certificateId } })
    setBusy(false)
    setFailure(response.error === null ? null : toFormRefusal(response, as).error)
    if (response.error === null) await revalidate()
  }
  return (
    <details className={styles.grave}>
      <summary>
        Revoke… <ChevronDown size={18} aria-hidden="true" />
      </summary>
      <div className={styles.panel}>
        <ul>
          <li>Its page says that it was revoked, and shows no name.</li>
          <li>The picture and the Open Badge are no longer valid.</li>
          <li>This can’t be undone, and the course never gives you another certificate.</li>
        </ul>
        {failure && <ErrorMessage>{failure}</ErrorMessage>}
        <div className={styles.links}>
          <Button look="danger" aria-busy={isBusy} onClick={() => void revoke()}>
            {isBusy ? 'Revoking…' : `Revoke my certificate for ${courseTitle}`}
          </Button>
        </div>
      </div>
    </details>
  )
}
