/** The app's navigation. Each feature declares its entries, and `src/app-layout.tsx` lists them in their order. */
import type { ComponentType } from 'react'
import type { AppAccess, AppSession } from '#features/accounts/session/app-session.ts'

export type NavigationEntry = {
  label: string
  /** Also the start of the paths below it, which have the same access. */
  path: string
  Icon: ComponentType<{ size: number }>
  access: AppAccess
  /** Not in the phone bar. */
  isDesktopOnly?: boolean
  /** A page outside the app, such as the catalogue: it is loaded as a document. */
  isDocument?: boolean
}

export type Navigation = readonly NavigationEntry[]

export const HOME_PATH = '/portal'
/** With the log-out button. */
const PHONE_BAR_SIZE = 5

export function listEntries(navigation: Navigation, { as }: Pick<AppSession, 'as'>): NavigationEntry[] {
  return navigation.filter(({ access }) => access === 'everyone' || access === as)
}

/** The first entries that fit in the phone bar beside the log-out button and, with both sessions, the switch. */
export function listPhoneEntries(navigation: Navigation, session: AppSession): NavigationEntry[] {
  const entries = listEntries(navigation, session).filter(({ isDesktopOnly }) => !isDesktopOnly)
  return entries.slice(0, PHONE_BAR_SIZE - (session.hasBoth ? 2 : 1))
}

/** The access of a page of the app: that of the entry with the longest matching path. */
export function getAccess(navigation: Navigation, pathname: string): AppAccess {
  const matching = navigation.filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  return matching.toSorted((a, b) => b.path.length - a.path.length)[0]?.access ?? 'everyone'
}
