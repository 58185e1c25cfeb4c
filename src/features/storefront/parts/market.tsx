import { createContext, type ReactNode, use } from 'react'
import { localPrice } from '#domain/local-price.ts'
import { fromDecimal, toWire } from '#domain/money.ts'
import type { DatedRate } from '#features/catalog/local-pricing.ts'
import { FixedZone } from '#ui/when.tsx'
import { type Country, MARKETS } from '../markets.ts'

type Market = { country: Country; rate: DatedRate | null }
type Amount = { amount: string; currency: string }

const MarketContext = createContext<Market | null>(null)

/** In here prices are told in the country's money, where there is a rate, and times in its zone. */
export function InMarket({ country, rate, children }: Market & { children: ReactNode }) {
  return (
    <MarketContext value={{ country, rate }}>
      <FixedZone value={MARKETS[country].zone}>{children}</FixedZone>
    </MarketContext>
  )
}

export function useMarket(): Market | null {
  return use(MarketContext)
}

export function isLocal(market: Market | null): market is Market & { rate: DatedRate } {
  return market?.rate != null
}

export function useLocalPrice(): (amount: Amount) => Amount {
  const rate = useMarket()?.rate ?? null
  return (amount) => (rate ? toWire(localPrice(fromDecimal(amount.amount, amount.currency), rate)) : amount)
}
