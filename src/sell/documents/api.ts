/** Binds the documents of an order to their verbs. */

import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { recordReadByAdmin } from '#sell/orders/record-read.ts'
import { creditNoteFor } from './credit-note.ts'
import { invoiceFor } from './invoice.ts'
import { sendReceiptAgain } from './send-receipt-again.ts'
import { readCreditNote } from './wire/credit-note.ts'
import { readInvoice } from './wire/invoice.ts'
import { resendReceipt } from './wire/receipt.ts'

export function documentsApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(resendReceipt, ({ actor, params, body, ...call }) =>
      sendReceiptAgain(withOrigin(deps, call), actor.personId, params.orderId, body.reason),
    ),
    handle(readInvoice, async ({ actor, params, ...call }) => {
      const outcome = await invoiceFor(deps, actor, params.orderId)
      if (outcome.ok) await recordReadByAdmin(deps, { actor, ...call }, 'invoice-downloaded', params.orderId)
      return outcome
    }),
    handle(readCreditNote, async ({ actor, params, ...call }) => {
      const outcome = await creditNoteFor(deps, actor, params.orderId, params.number)
      if (outcome.ok) await recordReadByAdmin(deps, { actor, ...call }, 'invoice-downloaded', params.orderId)
      return outcome
    }),
  ]
}
