import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ExchangeRate } from '#domain/money/local-price.ts'
import { browserClient } from '#http/client.ts'
import { RateContext } from '#ui/estimate.tsx'
import { readRememberedRate } from './remembered-rate.ts'

/** Amounts below it have their estimates as soon as the rate is known. The first of them asks for it. */
export function VisitorRateProvider({ children }: { children: ReactNode }) {
  const [rate, setRate] = useState<ExchangeRate | null>(null)
  const isAsked = useRef(false)
  useEffect(() => setRate((before) => before ?? readRememberedRate(sessionStorage)), [])
  const load = useCallback(() => {
    if (isAsked.current) return
    isAsked.current = true
    void loadRate().then((loaded) => loaded !== undefined && setRate(loaded))
  }, [])
  const value = useMemo(() => ({ rate, load }), [rate, load])
  return <RateContext value={value}>{children}</RateContext>
}

async function loadRate() {
  const { loadVisitorRate } = await import('./visitor-rate.ts')
  return loadVisitorRate(browserClient(), { local: localStorage, session: sessionStorage })
}
