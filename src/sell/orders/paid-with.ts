/** How an order was paid, in the words of invoices and receipts. */
type Payment = { method: string; card_brand: string | null; card_last4: string | null }

/** `Visa ending 4242`, `PayPal`, `Gift card`; null where there is nothing to say. */
export function paidWith({ method, card_brand, card_last4 }: Payment): string | null {
  if (method === 'gift-card') return 'Gift card'
  if (method === 'paypal') return 'PayPal'
  if (method === 'credit') return 'Credit'
  return card_brand && card_last4 ? `${card_brand} ending ${card_last4}` : null
}
