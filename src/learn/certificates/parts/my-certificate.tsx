import { Download } from 'lucide-react'
import { useState } from 'react'
import { browserClient } from '#http/client.ts'
import { toFormRefusal } from '#people/accounts/settings/form-refusal.ts'
import { saveFile } from '#ui/browser/save-file.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { formatTime } from '#ui/format-time.ts'
import text from '#ui/text.module.css'
import { readPdf } from '../wire.ts'
import { CertificateDrawingView } from './certificate-drawing-view.tsx'
import type { CertificateProps } from './certificate-props.ts'
import styles from './my-certificates.module.css'
import { NameSettings } from './name-settings.tsx'
import { RevokeSettings } from './revoke-settings.tsx'
import { ShareSettings } from './share-settings.tsx'

export function MyCertificate({ certificate, as }: CertificateProps) {
  const { certificateId, courseTitle, teachers, completedOn, number, state, reason, url } = certificate
  const { drawing, name, hours } = certificate
  const isIssued = state === 'issued'
  const texts = { ...drawing, holder: name, courseTitle, hours, number }
  return (
    <li id={certificateId} className={isIssued ? undefined : styles.revoked}>
      <div className={styles.thumb}>
        <CertificateDrawingView texts={texts} poster={drawing.poster} focal={drawing.focal} hue={drawing.hue} />
      </div>
      <div className={styles.words}>
        <h2>{courseTitle}</h2>
        <p>
          {teachers.length > 0 && `With ${new Intl.ListFormat('en-GB').format(teachers)} · `}
          completed {formatTime(completedOn, 'UTC', 'date-year')}
        </p>
        <p className={styles.number}>{number}</p>
        {!isIssued && (
          <p>
            <Chip tone="bad">Revoked</Chip> {reason}
          </p>
        )}
        {isIssued && !certificate.isNamePrintable && (
          <p className={styles.hint}>
            The PDF and the picture can’t show the script of your name. Print the certificate’s page instead, or correct
            the name to Latin letters.
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {isIssued && <PdfButton certificate={certificate} as={as} />}
        <ButtonLink look="bare" size="compact" href={url}>
          Open its page
        </ButtonLink>
      </div>
      {isIssued && (
        <div className={styles.more}>
          <ShareSettings certificate={certificate} as={as} />
          <NameSettings certificate={certificate} as={as} />
          <RevokeSettings certificate={certificate} as={as} />
        </div>
      )}
    </li>
  )
}

type PdfProps = CertificateProps & { isMain?: boolean }

export function PdfButton({ certificate, as, isMain = false }: PdfProps) {
  const { certificateId, number, courseTitle } = certificate
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    const response = await browserClient().call(readPdf, { auth: as, params: { id: certificateId } })
    setBusy(false)
    setFailure(response.error === null ? null : toFormRefusal(response, as).error)
    if (response.error === null) saveFile(response.data, `certificate-${number}.pdf`)
  }
  return (
    <>
      <Button
        {...(isMain ? { look: 'course', wide: true } : { look: 'quiet', size: 'compact' })}
        aria-busy={isBusy}
        onClick={() => void download()}
      >
        <Download size={18} aria-hidden="true" /> {isBusy ? 'Drawing…' : 'Download PDF'}{' '}
        <span className={text.unseen}>for {courseTitle}</span>
      </Button>
      {failure && <ErrorMessage>{failure}</ErrorMessage>}
    </>
  )
}
