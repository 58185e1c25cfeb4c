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
  /** In the phone bar only if all entries fit; the last such entry goes first. */
  isPhoneExtra?: boolean
  /** Only for people who teach a course, and for admins. */
  isForTeachers?: boolean
  /** A page outside the app, such as the catalogue: it is loaded as a document. */
  isDocument?: boolean
}

export type Navigation = readonly NavigationEntry[]

export const HOME_PATH = '/portal'
/** With the log-out button. */
const PHONE_BAR_SIZE = 5

/** `isTeacher`: the person has a role in a course. */
export type NavigationSession = AppSession & { isTeacher: boolean }

export function listEntries(
  navigation: Navigation,
  { as, isTeacher }: Pick<NavigationSession, 'as' | 'isTeacher'>,
): NavigationEntry[] {
  const isTeaching = isTeacher || as === 'admin'
  return navigation.filter(
    ({ access, isForTeachers }) => (access === 'everyone' || access === as) && (isTeaching || !isForTeachers),
  )
}

/** The first entries that fit in the phone bar beside the log-out button and, with both sessions, the switch. */
export function listPhoneEntries(navigation: Navigation, session: NavigationSession): NavigationEntry[] {
  const size = PHONE_BAR_SIZE - (session.hasBoth ? 2 : 1)
  const entries = listEntries(navigation, session).filter(({ isDesktopOnly }) => !isDesktopOnly)
  while (entries.length > size) {
    const extra = entries.findLastIndex(({ isPhoneExtra }) => isPhoneExtra)
    // Without an extra entry, -1 removes the last one.
    entries.splice(extra, 1)
  }
  return entries
}

/** The access of a page of the app: that of the entry with the longest matching path. */
export function getAccess(navigation: Navigation, pathname: string): AppAccess {
  const matching = navigation.filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  return matching.toSorted((a, b) => b.path.length - a.path.length)[0]?.access ?? 'everyone'
}
