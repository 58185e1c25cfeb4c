import { useEffect } from 'react'
import { browserClient, type Credential } from '#http/client.ts'
import { callVerifyPayment } from '../calls.ts'
import { afterStanding, askAgainAfter } from './outcomes.ts'

export function useNewsOf(orderId: string, auth: Credential, isPending: boolean, onNews: () => void) {
  useEffect(() => {
    if (!isPending) return
    let isOver = false
    async function follow() {
      for (let times = 0; !isOver; times++) {
        const answer = await callVerifyPayment(browserClient(), { orderId }, auth)
        if (isOver) return
        if (answer.error === null && afterStanding(answer.data).next !== 'wait') return onNews()
        await new Promise((go) =>
          setTimeout(go, askAgainAfter(times, answer.error === null ? answer.data.data.retryAfterMs : undefined)),
        )
      }
    }
    void follow()
    return () => {
      isOver = true
    }
  }, [orderId, auth, isPending, onNews])
}
