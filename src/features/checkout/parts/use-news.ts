import { useEffect } from 'react'
import { browserClient, type Credential } from '#http/client.ts'
import { callVerifyPayment } from '../calls.ts'
import { type AfterStanding, afterStanding, askAgainAfter } from './outcomes.ts'

type Followed = { orderId: string; auth: Credential; isPending: boolean; bankUrl: string | null }

export function useNewsOf({ orderId, auth, isPending, bankUrl }: Followed, onNews: () => void) {
  useEffect(() => {
    if (!isPending) return
    let isOver = false
    async function follow() {
      for (let times = 0; !isOver; times++) {
        const answer = await callVerifyPayment(browserClient(), { orderId }, auth)
        if (isOver) return
        if (answer.error === null && isNews(afterStanding(answer.data), bankUrl)) return onNews()
        await new Promise((go) =>
          setTimeout(go, askAgainAfter(times, answer.error === null ? answer.data.data.retryAfterMs : undefined)),
        )
      }
    }
    void follow()
    return () => {
      isOver = true
    }
  }, [orderId, auth, isPending, bankUrl, onNews])
}

function isNews(after: AfterStanding, bankUrl: string | null): boolean {
  if (after.next === 'question') return after.bankUrl !== bankUrl
  return !['wait', 'unsent', 'ask-anew'].includes(after.next) || bankUrl !== null
}
