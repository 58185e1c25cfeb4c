import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { browserClient, type Credential } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Done, Told } from '#ui/field.tsx'
import { saveFile } from '#ui/save-file.ts'
import { callInvoice } from '../calls.ts'
import type { OrderView } from '../wire/order.ts'

type Props = { order: Pick<OrderView, 'orderId' | 'orderNumber'>; auth: Credential }

export function InvoiceButton({ order, auth }: Props) {
  const [told, setTold] = useState<{ error: string | null } | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function download() {
    if (isBusy) return
    setBusy(true)
    setTold(null)
    const answer = await callInvoice(browserClient(), order.orderId, auth)
    setBusy(false)
    if (answer.error !== null) return setTold({ error: answer.error })
    saveFile(answer.data, `invoice-${order.orderNumber}.pdf`)
    setTold({ error: null })
  }

  return (
    <>
      <Button look="quiet" size="compact" aria-busy={isBusy} onClick={download}>
        <FileDown size={18} /> {isBusy ? 'Writing it…' : 'Invoice (PDF)'}
      </Button>
      {told?.error && <Told>{told.error}</Told>}
      {told?.error === null && (
        <Done>
          The invoice is among your downloads.{auth === 'checkout' && ' The one in your e-mail has your name on it.'}
        </Done>
      )}
    </>
  )
}
