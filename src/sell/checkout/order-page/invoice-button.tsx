import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { type ApiResult, type AuthKind, browserClient } from '#http/client.ts'
import { readCreditNote } from '#sell/documents/wire/credit-note.ts'
import { readInvoice } from '#sell/documents/wire/invoice.ts'
import { saveFile } from '#ui/browser/save-file.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, SuccessMessage } from '#ui/field.tsx'
import type { OrderView } from '../wire/order.ts'

type Props = { order: Pick<OrderView, 'orderId' | 'invoiceNumber'>; auth: AuthKind }

export function InvoiceButton({ order, auth }: Props) {
  const copy = auth === 'checkout' ? ' The copy in your e-mail includes your name.' : ''
  return (
    <DocumentButton
      label="Invoice (PDF)"
      filename={`invoice-${order.invoiceNumber}.pdf`}
      doneText={`The invoice was downloaded.${copy}`}
      call={() => browserClient().call(readInvoice, { params: { orderId: order.orderId }, auth })}
    />
  )
}

/** One button for each credit note of the order. */
export function CreditNoteButtons({ order, auth }: { order: OrderView; auth: AuthKind }) {
  return order.creditNotes.map(({ number, name }) => (
    <DocumentButton
      key={number}
      label={`Credit note ${name} (PDF)`}
      filename={`credit-note-${name}.pdf`}
      doneText={`Credit note ${name} was downloaded.`}
      call={() => browserClient().call(readCreditNote, { params: { orderId: order.orderId, number }, auth })}
    />
  ))
}

type DocumentProps = {
  label: string
  filename: string
  doneText: string
  call: () => Promise<ApiResult<typeof readInvoice>>
}

function DocumentButton({ label, filename, doneText, call }: DocumentProps) {
  const [result, setResult] = useState<{ error: string | null } | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function download() {
    if (isBusy) return
    setBusy(true)
    setResult(null)
    const response = await call()
    setBusy(false)
    if (response.error !== null) return setResult({ error: response.error })
    saveFile(response.data, filename)
    setResult({ error: null })
  }

  return (
    <>
      <Button look="quiet" size="compact" aria-busy={isBusy} onClick={download}>
        <FileDown size={18} /> {isBusy ? 'Preparing…' : label}
      </Button>
      {result?.error && <ErrorMessage>{result.error}</ErrorMessage>}
      {result?.error === null && <SuccessMessage>{doneText}</SuccessMessage>}
    </>
  )
}
