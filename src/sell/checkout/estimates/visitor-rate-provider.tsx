import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { browserClient } from '#http/client.ts'
import { RateContext, type VisitorRate } from '#ui/estimate/estimate.tsx'

/**
 * Amounts below it have their estimates as soon as the rate is known. The first of them asks for it; when the code could
 * not be loaded, so does the next one that appears.
 */
export function VisitorRateProvider({ children }: { children: ReactNode }) {
  const [show, setShow] = useState<VisitorRate['show']>(null)
  const isAsked = useRef(false)
  const load = useCallback(async () => {
    if (isAsked.current) return
    isAsked.current = true
    const storage = { local: localStorage, session: sessionStorage }
    const loaded = await import('./show-rate.ts').catch(() => null)
    if (loaded) await loaded.showVisitorRate(browserClient(), storage, (shown) => setShow(() => shown))
    else isAsked.current = false
  }, [])
  const value = useMemo(() => ({ show, load }), [show, load])
  return <RateContext value={value}>{children}</RateContext>
}
