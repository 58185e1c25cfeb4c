/**
 * Takes a promo code from the address of a course page: shows its discount beside the price, and passes it on to the
 * checkout. The page is cached and the same for every query (docs/contract §7).
 */
import { readPromoCode } from '#catalogue/catalog/wire.ts'
import { browserClient } from '#http/client.ts'

/** @param search of the page's address */
export async function applyPromo(page: Document, search: string): Promise<void> {
  const code = new URLSearchParams(search).get('promo')
  const note = page.querySelector<HTMLElement>('[data-promo-note]')
  const courseCode = note?.dataset.promoNote
  if (!code || !note || !courseCode) return
  const response = await browserClient().call(readPromoCode, { query: { code, courseCode } })
  note.hidden = false
  if (response.error !== null) {
    note.textContent = response.error
    return
  }
  const promo = response.data.data
  const group = promo.minSeats > 1 ? ` for ${promo.minSeats} seats or more` : ''
  note.textContent = `${promo.code}: ${promo.label}${group}. Applied at the checkout.`
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[href^="/checkout/"]')) {
    const address = new URL(link.href)
    address.searchParams.set('promo', promo.code)
    link.href = address.pathname + address.search
  }
}
