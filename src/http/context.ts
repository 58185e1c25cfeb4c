/** Values in the load context of a page's loader. */
import { createContext } from 'react-router'
import { type SiteRoute, UNDECLARED } from '#http/site-routes.ts'
import type { Deps } from './deps.ts'

export const depsContext = createContext<Deps>()
export const nonceContext = createContext<string>()
export const requestIdContext = createContext<string>()
/** The declaration of the requested page. */
export const routeContext = createContext<SiteRoute>(UNDECLARED)

/** The response of a social log-in provider, for the page that exchanges it. `body` is null after a failure. */
export type SocialResult = {
  body: { provider: string; authToken: string; code?: string; appleUserData?: string; appleRedirectUrl?: string } | null
  from: string
  status: number
  message: string | null
}
export const socialContext = createContext<SocialResult | null>(null)
/** The address whose rate limits apply to a sent form. */
export const clientAddressContext = createContext<string>()
