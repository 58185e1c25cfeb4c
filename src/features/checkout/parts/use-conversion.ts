import { useEffect } from 'react'
import { noteConversion } from '#features/consent/conversion.ts'
import { consentIn } from '#http/consent.ts'
import type { OrderView } from '../wire/order.ts'

/** This page loads nothing of others: the next one that may tells it, where the visitor agreed to that. */
export function useConversionOf(order: OrderView | null) {
  useEffect(() => {
    if (order?.status !== 'complete' || consentIn(localStorage, Date.now()) !== 'yes') return
    const { courseCode, totals } = order
    const { amount, currency } = totals.total
    noteConversion(sessionStorage, order.orderId, {
      event: 'enrol_complete',
      courseCode,
      value: Number(amount),
      currency,
    })
  }, [order])
}
