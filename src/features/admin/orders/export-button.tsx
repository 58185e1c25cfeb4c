import { Download } from 'lucide-react'
import { useState } from 'react'
import { browserClient } from '#http/client.ts'
import { saveFile } from '#ui/browser/save-file.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { callExportOrders } from '../calls.ts'
import type { OrdersFilter } from './load-orders.ts'

export function ExportButton({ filter }: { filter: OrdersFilter }) {
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)

  async function downloadExport() {
    if (isBusy) return
    setBusy(true)
    const timezoneId = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
    const response = await callExportOrders(browserClient(), { ...filter, timezoneId })
    setBusy(false)
    setErrorMessage(response.error)
    if (response.error === null) saveFile(response.data, 'orders.csv')
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
