import { Download } from 'lucide-react'
import { useState } from 'react'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Told } from '#ui/field.tsx'
import { saveFile } from '#ui/save-file.ts'
import { callExportOrders } from '../calls.ts'
import type { Filter } from './load-orders.ts'

export function ExportButton({ filter }: { filter: Filter }) {
  const [isBusy, setBusy] = useState(false)
  const [told, setTold] = useState<string | null>(null)

  async function save() {
    if (isBusy) return
    setBusy(true)
    const timezoneId = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
    const answer = await callExportOrders(browserClient(), { ...filter, timezoneId })
    setBusy(false)
    setTold(answer.error)
    if (answer.error === null) saveFile(answer.data, 'orders.csv')
  }

  return (
    <>
      <Button look="quiet" size="compact" aria-busy={isBusy} onClick={save}>
        <Download size={18} aria-hidden /> Export CSV
      </Button>
      {told && <Told>{told}</Told>}
    </>
  )
}
