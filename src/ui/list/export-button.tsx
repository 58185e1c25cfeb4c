import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '#ui/browser/save-file.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'

type Exported = { error: null; data: Blob } | { error: string }
type Props = { filename: string; load: () => Promise<Exported> }

export function ExportButton({ filename, load }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)

  async function downloadExport() {
    if (isBusy) return
    setBusy(true)
    const response = await load()
    setBusy(false)
    setErrorMessage(response.error)
    if (response.error === null) saveFile(response.data, filename)
  }

  return (
    <>
      <Button look="quiet" size="compact" aria-busy={isBusy} onClick={downloadExport}>
        <Download size={18} aria-hidden /> Export CSV
      </Button>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
    </>
  )
}
