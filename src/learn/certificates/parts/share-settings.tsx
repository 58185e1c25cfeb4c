import { ChevronDown, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserClient } from '#http/client.ts'
import { CopyButton } from '#people/accounts/settings/copy-button.tsx'
import { toFormRefusal } from '#people/accounts/settings/form-refusal.ts'
import { ButtonLink } from '#ui/button.tsx'
import { CheckField, ErrorMessage } from '#ui/field.tsx'
import { changeMyCertificate } from '../wire.ts'
import type { CertificateProps } from './certificate-props.ts'
import styles from './my-certificates.module.css'

export function ShareSettings(props: CertificateProps) {
  return (
    <details>
      <summary>
        Share <ChevronDown size={18} aria-hidden="true" />
      </summary>
      <SharePanel {...props} />
    </details>
  )
}

export function SharePanel({ certificate, as }: CertificateProps) {
  const { url, linkedInUrl, pictureUrl, credentialUrl } = certificate
  return (
    <div className={styles.panel}>
      <p>
        Everybody with this address can see and check the certificate: the course, its teachers, the day and, if you
        wish, your name.
      </p>
      <p className={styles.address}>
        <span>{url.replace(/^https?:\/\//, '')}</span>
        <CopyButton text={url} label="Copy the address" />
      </p>
      <NameSwitch certificate={certificate} as={as} />
      <div className={styles.links}>
        {linkedInUrl && (
          <ButtonLink look="quiet" size="compact" href={linkedInUrl} target="_blank" rel="noopener noreferrer">
            <ExternalLink size={16} aria-hidden="true" /> Add to LinkedIn
          </ButtonLink>
        )}
        {pictureUrl && (
          <ButtonLink look="quiet" size="compact" href={pictureUrl} download>
            Picture
          </ButtonLink>
        )}
        {credentialUrl && (
          <ButtonLink look="quiet" size="compact" href={credentialUrl} download>
            Open Badge
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

function NameSwitch({ certificate: { certificateId, isNamed }, as }: CertificateProps) {
  const { revalidate } = useRevalidator()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const change = async (next: boolean) => {
    setChosen(next)
    const response = await browserClient().call(changeMyCertificate, {
      auth: as,
      params: { id: certificateId },
      body: { isNamed: next },
    })
    setFailure(response.error === null ? null : toFormRefusal(response, as).error)
    await revalidate()
    setChosen(null)
  }
  return (
    <>
      <CheckField
        name="isNamed"
        label="Show my name on the page, in the picture and in the Open Badge"
        checked={chosen ?? isNamed}
        disabled={chosen !== null}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
      {failure && <ErrorMessage>{failure}</ErrorMessage>}
    </>
  )
}
