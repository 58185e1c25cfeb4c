import { Download } from 'lucide-react'
import { useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { callExportWaiting } from '#sell/waitlist/calls.ts'
import { saveFile } from '#ui/browser/save-file.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'

export function ExportWaiting({ course, as }: { course: string; as: SignedInAudience }) {
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)

  async function download() {
    if (isBusy) return
    setBusy(true)
    const response = await callExportWaiting(browserClient(), as, course)
    setBusy(false)
    setErrorMessage(response.error)
    if (response.error === null) saveFile(response.data, `waiting-${course}.csv`)
  }

  return (
    <div>
      <Button look="quiet" size="compact" aria-busy={isBusy} onClick={download}>
        <Download size={18} aria-hidden /> Export CSV
      </Button>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
    </div>
  )
}
