import { useEffect } from 'react'
import { readConsent } from '#http/consent.ts'
import { queueConversion } from '#people/consent/conversion.ts'
import type { OrderView } from '../wire/order.ts'

/** This page loads no third-party scripts. The next page that may load them reports the conversion, with consent. */
export function useConversion(order: OrderView | null) {
  useEffect(() => {
    if (order?.status !== 'complete' || readConsent(localStorage, Date.now()) !== 'yes') return
    const { courseCode, totals } = order
    const { amount, currency } = totals.total
    queueConversion(sessionStorage, order.orderId, {
      event: 'enrol_complete',
      ...(courseCode !== null && { courseCode }),
      value: Number(amount),
      currency,
    })
  }, [order])
}
