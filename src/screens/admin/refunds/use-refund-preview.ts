/** Previews a refund, again on every change of its lines. A preview moves no money. */
import { useEffect, useState } from 'react'
import { browserClient } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import { type RefundView, refundOfOrder } from '#sell/refunds/wire.ts'

export type RefundLines = RequestBody<typeof refundOfOrder>['lines']
type RefundPreview = {
  /** The preview of these lines; null until it is loaded. */
  view: RefundView | null
  /** The same, or the previous preview while this one loads. */
  shown: RefundView | null
  errorMessage: string | null
}

const PREVIEW_DELAY_MS = 200

/** @param lines null while no seat is chosen */
export function useRefundPreview(orderId: string, lines: RefundLines | null): RefundPreview {
  const [loaded, setLoaded] = useState<{
    requestKey: string
    view: RefundView | null
    errorMessage: string | null
  } | null>(null)
  const requestKey = lines && JSON.stringify(lines)
  useEffect(() => {
    if (!requestKey) return
    let isCancelled = false
    const timer = setTimeout(async () => {
      const body = { lines: JSON.parse(requestKey) as RefundLines, reason: 'Preview', preview: true }
      const response = await browserClient().call(refundOfOrder, {
        auth: 'admin',
        params: { orderId },
        body,
        idempotencyKey: crypto.randomUUID(),
      })
      if (isCancelled) return
      const view = response.error === null ? response.data.data : null
      setLoaded({ requestKey: requestKey, view, errorMessage: response.error })
    }, PREVIEW_DELAY_MS)
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [orderId, requestKey])
  const isCurrent = loaded?.requestKey === requestKey
  return {
    view: isCurrent ? loaded.view : null,
    shown: requestKey && loaded ? loaded.view : null,
    errorMessage: isCurrent ? loaded.errorMessage : null,
  }
}
