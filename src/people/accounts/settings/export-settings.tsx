import { Download } from 'lucide-react'
import { useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { saveFile } from '#ui/browser/save-file.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, SuccessMessage } from '#ui/field.tsx'
import { accountExport } from '../wire/own-data.ts'
import { toFormRefusal } from './form-refusal.ts'
import styles from './settings.module.css'

export function ExportSettings({ as }: { as: SignedInAudience }) {
  const [result, setResult] = useState<{ error: string | null } | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function download() {
    if (isBusy) return
    setBusy(true)
    setResult(null)
    const response = await browserClient().call(accountExport, { auth: as })
    setBusy(false)
    if (response.error !== null) return setResult(toFormRefusal(response, as))
    const text = JSON.stringify(response.data.data, null, 2)
    saveFile(new Blob([text], { type: 'application/json' }), 'account.json')
    setResult({ error: null })
  }

  return (
    <div className={styles.form}>
      <p>Everything we store about you, as one JSON file: profile, orders, courses, e-mails.</p>
      <div className={styles.send}>
        <Button look="quiet" aria-busy={isBusy} onClick={download}>
          <Download size={18} /> {isBusy ? 'Collecting…' : 'Download my data'}
        </Button>
        {result &&
          (result.error === null ? (
            <SuccessMessage>The file is in your downloads.</SuccessMessage>
          ) : (
            <ErrorMessage>{result.error}</ErrorMessage>
          ))}
      </div>
    </div>
  )
}
