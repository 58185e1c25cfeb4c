import { Download } from 'lucide-react'
import { useState } from 'react'
import { browserClient, type Signed } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Done, Told } from '#ui/field.tsx'
import { saveFile } from '#ui/save-file.ts'
import { callAccountExport } from '../calls.ts'
import { refusalOf } from './refusal.ts'
import styles from './settings.module.css'

export function ExportSettings({ as }: { as: Signed }) {
  const [told, setTold] = useState<{ error: string | null } | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function download() {
    if (isBusy) return
    setBusy(true)
    setTold(null)
    const answer = await callAccountExport(browserClient(), as)
    setBusy(false)
    if (answer.error !== null) return setTold(refusalOf(answer, as))
    const text = JSON.stringify(answer.data.data, null, 2)
    saveFile(new Blob([text], { type: 'application/json' }), 'understudy-account.json')
    setTold({ error: null })
  }

  return (
    <div className={styles.form}>
      <p>Everything we keep about you, as one file (JSON): profile, orders, courses, mails.</p>
      <div className={styles.send}>
        <Button look="quiet" aria-busy={isBusy} onClick={download}>
          <Download size={18} /> {isBusy ? 'Collecting…' : 'Download my data'}
        </Button>
        {told && (told.error === null ? <Done>The file is among your downloads.</Done> : <Told>{told.error}</Told>)}
      </div>
    </div>
  )
}
