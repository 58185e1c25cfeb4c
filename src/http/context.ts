/** What a page's loader finds in its load context. */
import { createContext } from 'react-router'
import type { Deps } from './deps.ts'

export const depsContext = createContext<Deps>()
export const nonceContext = createContext<string>()
export const requestIdContext = createContext<string>()

/** What a provider of social log-in brought, on its way to the page that hands it in. Null: nothing, and `status` why. */
export type SocialArrival = {
  body: { provider: string; authToken: string; code?: string; appleUserData?: string; appleRedirectUrl?: string } | null
  from: string
  status: number
  message: string | null
}
export const socialContext = createContext<SocialArrival | null>(null)
/** Whose limits a form that is sent counts on. */
export const clientAddressContext = createContext<string>()
