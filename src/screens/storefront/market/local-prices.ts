/**
 * Shows prices in the visitor's currency beside the charged dollars. Cached pages are the same for all visitors, so
 * the browser requests the rate at the first interaction; the next pages of the tab show it at once. Each price has
 * reserved space. Price rule 8.
 */
import { type ExchangeRate, formatEstimate, toEstimate } from '#domain/money/local-price.ts'
import { fromDecimal, toDecimal } from '#domain/money/money.ts'
import { readRememberedRate } from '#sell/checkout/estimates/remembered-rate.ts'

/** As the pages have it. */
const DOLLARS = 'in US dollars'

export function showRememberedPrices(document: Document): void {
  const rate = readRememberedRate(sessionStorage)
  if (rate) showEstimates(document, rate)
}

export async function showLocalPrices(document: Document): Promise<void> {
  showRememberedPrices(document)
  const [{ loadVisitorRate }, { browserClient }, { registerCheckoutHooks }] = await Promise.all([
    import('#sell/checkout/estimates/visitor-rate.ts'),
    import('#http/client.ts'),
    import('#sell/checkout/session/client-hooks.ts'),
  ])
  // The session of a learner may have expired.
  registerCheckoutHooks()
  const rate = await loadVisitorRate(browserClient(), { local: localStorage, session: sessionStorage })
  if (rate !== undefined) showEstimates(document, rate)
}

/** Without a rate the charged dollars stay alone. */
function showEstimates(document: Document, rate: ExchangeRate | null): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-local-price]')) {
    const amounts = (element.dataset.localPrice ?? '').split(' ')
    const estimates = amounts.flatMap((amount) => toEstimate(fromDecimal(amount, 'USD'), rate) ?? [])
    const [first] = estimates
    const isShown = first !== undefined && estimates.length === amounts.length
    element.textContent = isShown ? estimates.map((estimate) => formatEstimate(estimate)).join(' and ') : DOLLARS
    if (isShown) Object.assign(element.dataset, { amount: toDecimal(first), currency: first.currency })
    else for (const mark of ['data-amount', 'data-currency']) element.removeAttribute(mark)
  }
}
