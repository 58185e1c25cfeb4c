import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RateContext } from '#ui/estimate/estimate.tsx'
import { createShow } from '#ui/estimate/show-estimate.tsx'
import type { OrderView } from '../wire/order.ts'
import { PendingOrder } from './order-states.tsx'

const usd = (amount: string) => ({ amount, currency: 'USD' })

function renderPending(bankUrl: string | null): string {
  const order = {
    orderNumber: 'U-1',
    status: 'pending',
    totals: { total: usd('399.00'), dueNow: usd('99.00') },
    lines: [{}],
    payments: [],
  } as unknown as OrderView
  const show = createShow({ currency: 'EUR', perUsd: '0.86', stepMinor: 100 })
  return renderToStaticMarkup(
    <RateContext value={{ show }}>
      <PendingOrder
        order={order}
        noun="seat"
        bankUrl={bankUrl}
        approvalUrl={null}
        isUnsent={false}
        email={null}
        onCheck={() => undefined}
      />
    </RateContext>,
  ).replace(/<[^>]*>/g, '')
}

test('while its deposit is at the bank, the total of an order has no estimate: it is not what is due', () => {
  const words = renderPending(null)
  expect(words).toContain('Order U-1 over $399.00 is pending.')
  expect(words).not.toContain('about')
})

test('the deposit that the buyer’s bank asks about has its estimate', () => {
  expect(renderPending('https://bank.test/')).toContain('to pay $99.00 (about €85).')
})
