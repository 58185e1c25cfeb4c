/** What a charged amount is about in the visitor's currency. docs/contract §5, price rule 8. */
import { createContext, type ReactNode, use, useEffect } from 'react'

/**
 * `(about €343)` behind an amount, without a form. `below` is a line of its own, `charge` the sentence below a button
 * that pays, and `rule` the one that explains the price.
 */
export type EstimateProps = { amount: string; currency: string; form?: 'below' | 'charge' | 'rule' }
/**
 * Without `show`, amounts are shown in US dollars alone: its code is loaded with a rate. `load` is called by each amount
 * that could have an estimate, so that pages without one ask for no rate.
 */
export type VisitorRate = { show: ((props: EstimateProps) => ReactNode) | null; load?: () => Promise<void> }

export const RateContext = createContext<VisitorRate>({ show: null })

/** Never on a button: it names what is charged. */
export function Estimate(props: EstimateProps): ReactNode {
  const { show, load } = use(RateContext)
  useEffect(() => void load?.(), [load])
  return show?.(props)
}
