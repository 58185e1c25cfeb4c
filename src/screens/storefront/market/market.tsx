import { createContext, type ReactNode, use } from 'react'
import type { DatedRate } from '#catalogue/catalog/local-pricing.ts'
import { toLocalPrice } from '#domain/money/local-price.ts'
import { fromDecimal, toWire } from '#domain/money/money.ts'
import { FixedZone } from '#ui/local-time.tsx'
import { MARKETS, type MarketCode } from './markets.ts'

type Market = { country: MarketCode; rate: DatedRate | null }
type Amount = { amount: string; currency: string }

const MarketContext = createContext<Market | null>(null)

/** Shows prices in the country's currency, if a rate exists, and times in its time zone. */
export function MarketProvider({ country, rate, children }: Market & { children: ReactNode }) {
  return (
    <MarketContext value={{ country, rate }}>
      <FixedZone value={MARKETS[country].zone}>{children}</FixedZone>
    </MarketContext>
  )
}

export function useMarket(): Market | null {
  return use(MarketContext)
}

export function hasLocalRate(market: Market | null): market is Market & { rate: DatedRate } {
  return market?.rate != null
}

export function useLocalPrice(): (amount: Amount) => Amount {
  const rate = useMarket()?.rate ?? null
  return (amount) => (rate ? toWire(toLocalPrice(fromDecimal(amount.amount, amount.currency), rate)) : amount)
}
