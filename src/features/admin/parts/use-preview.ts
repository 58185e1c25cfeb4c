/** What a refund would do, asked for again whenever another one is wished for. Nothing moves. */
import { useEffect, useState } from 'react'
import { callRefund, type RefundAsked } from '#features/checkout/calls/refund.ts'
import type { RefundView } from '#features/checkout/wire/refund.ts'
import { browserClient } from '#http/client.ts'

export type Lines = RefundAsked['lines']
type Preview = {
  /** What this would do; null until that is known. */
  view: RefundView | null
  /** The same, or what was asked before it: to be shown until then. */
  shown: RefundView | null
  told: string | null
}

const PAUSE_MS = 200

/** @param lines null while there is nothing to ask about */
export function usePreview(orderId: string, lines: Lines | null): Preview {
  const [known, setKnown] = useState<{ asked: string; view: RefundView | null; told: string | null } | null>(null)
  const asked = lines && JSON.stringify(lines)
  useEffect(() => {
    if (!asked) return
    let isOver = false
    const timer = setTimeout(async () => {
      const body = { lines: JSON.parse(asked) as Lines, reason: 'Preview', preview: true }
      const answer = await callRefund(browserClient(), orderId, body, crypto.randomUUID())
      if (isOver) return
      const view = answer.error === null ? answer.data.data : null
      setKnown({ asked, view, told: answer.error })
    }, PAUSE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [orderId, asked])
  const isThis = known?.asked === asked
  return {
    view: isThis ? known.view : null,
    shown: asked && known ? known.view : null,
    told: isThis ? known.told : null,
  }
}
