import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { callInvoice } from '#features/documents/calls.ts'
import { type AuthKind, browserClient } from '#http/client.ts'
import { saveFile } from '#ui/browser/save-file.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, SuccessMessage } from '#ui/field.tsx'
import type { OrderView } from '../wire/order.ts'

type Props = { order: Pick<OrderView, 'orderId' | 'orderNumber'>; auth: AuthKind }

export function InvoiceButton({ order, auth }: Props) {
  const [result, setResult] = useState<{ error: string | null } | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function download() {
    if (isBusy) return
    setBusy(true)
    setResult(null)
    const response = await callInvoice(browserClient(), order.orderId, auth)
    setBusy(false)
    if (response.error !== null) return setResult({ error: response.error })
    saveFile(response.data, `invoice-${order.orderNumber}.pdf`)
    setResult({ error: null })
  }

  return (
    <>
      <Button look="quiet" size="compact" aria-busy={isBusy} onClick={download}>
        <FileDown size={18} /> {isBusy ? 'Preparing…' : 'Invoice (PDF)'}
      </Button>
      {result?.error && <ErrorMessage>{result.error}</ErrorMessage>}
      {result?.error === null && (
        <SuccessMessage>
          The invoice was downloaded.{auth === 'checkout' && ' The copy in your e-mail includes your name.'}
        </SuccessMessage>
      )}
    </>
  )
}
