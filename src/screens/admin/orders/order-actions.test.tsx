import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AdminOrder } from '../wire/orders.ts'
import { OrderActions } from './order-actions.tsx'

const usd = (amount: string) => ({ amount, currency: 'USD' })

/** A paid order that bought a gift card. Only what the actions read. */
function show(status: 'scheduled' | 'sent' | 'cancelled', refunded = '0.00'): string {
  const orderDetails = {
    order: {
      status: 'complete',
      disputed: null,
      gift: { status },
      totals: { paid: usd('50.00'), refunded: usd(refunded) },
    },
    seats: [],
    hasReceipt: true,
    refundOnHold: null,
    refundUnallocated: null,
  } as unknown as AdminOrder
  return renderToStaticMarkup(<OrderActions orderDetails={orderDetails} onChanged={() => {}} />).replace(
    /<[^>]*>/g,
    ' ',
  )
}

test('an order that bought a gift card offers a refund until it is sent, and says afterwards why there is none', () => {
  expect(show('scheduled')).toMatch(/\bRefund\b/)
  expect(show('scheduled')).not.toContain('can’t be refunded')
  expect(show('sent')).toContain('Whoever has its code can spend it, so it can’t be refunded here.')
  expect(show('sent')).not.toMatch(/\bRefund\b/)
  expect(show('cancelled', '50.00')).not.toMatch(/refund/i)
})
