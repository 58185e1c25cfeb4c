import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { browserClient } from '#http/client.ts'
import { RateContext, type VisitorRate } from '#ui/estimate/estimate.tsx'

/** Amounts below it have their estimates as soon as the rate is known. The first of them asks for it. */
export function VisitorRateProvider({ children }: { children: ReactNode }) {
  const [estimate, setEstimate] = useState<VisitorRate['estimate']>(null)
  const isAsked = useRef(false)
  const load = useCallback(() => {
    if (isAsked.current) return
    isAsked.current = true
    void loadEstimators((loaded) => setEstimate(() => loaded))
  }, [])
  const value = useMemo(() => ({ estimate, load }), [estimate, load])
  return <RateContext value={value}>{children}</RateContext>
}

/** First by the rate that the tab remembers. */
async function loadEstimators(show: (estimate: VisitorRate['estimate']) => void): Promise<void> {
  const [{ createEstimator, loadVisitorRate }, { readRememberedRate }] = await Promise.all([
    import('./visitor-rate.ts'),
    import('./remembered-rate.ts'),
  ])
  show(createEstimator(readRememberedRate(sessionStorage)))
  const rate = await loadVisitorRate(browserClient(), { local: localStorage, session: sessionStorage })
  if (rate !== undefined) show(createEstimator(rate))
}
