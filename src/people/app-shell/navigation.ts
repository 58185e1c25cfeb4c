/** The app's navigation. Each feature declares its entries, and `src/app/layout.tsx` lists them in their order. */
import type { ComponentType } from 'react'
import type { AppAccess, AppSession } from '#people/accounts/session/app-session.ts'

export type NavigationEntry = {
  label: string
  /** Also the start of the paths below it, which have the same access. */
  path: string
  /** Paths below it that have entries of their own. */
  exceptPaths?: readonly string[]
  Icon: ComponentType<{ size: number }>
  access: AppAccess
  /** In the phone bar only if the other entries leave a place. */
  isPhoneExtra?: boolean
  /** Only for people who teach a course, and for admins. */
  isForTeachers?: boolean
  /** About the person's own learning: in the menu of a teacher below a heading of its own. */
  isOfLearner?: boolean
  /** A page outside the app, such as the catalogue: it is loaded as a document. */
  isDocument?: boolean
}

export type Navigation = readonly NavigationEntry[]

export const HOME_PATH = '/portal'
/** Beside the button "More". */
const PHONE_BAR_SIZE = 4

/** `isTeacher`: the person has a role in a course, or may make courses. `isAdmin`: the person may log in as an admin. */
export type NavigationSession = AppSession & { isTeacher: boolean; isAdmin: boolean }

export function listEntries(
  navigation: Navigation,
  { as, isTeacher }: Pick<NavigationSession, 'as' | 'isTeacher'>,
): NavigationEntry[] {
  const isTeaching = isTeacher || as === 'admin'
  return navigation.filter(
    ({ access, isForTeachers }) => (access === 'everyone' || access === as) && (isTeaching || !isForTeachers),
  )
}

/** The places of the phone bar, and the entries that its button "More" opens. */
export function listPhoneEntries(
  navigation: Navigation,
  session: Pick<NavigationSession, 'as' | 'isTeacher'>,
): { bar: NavigationEntry[]; more: NavigationEntry[] } {
  const entries = listEntries(navigation, session)
  const bar = entries
    .toSorted((a, b) => Number(a.isPhoneExtra ?? false) - Number(b.isPhoneExtra ?? false))
    .slice(0, PHONE_BAR_SIZE)
  return { bar: entries.filter((entry) => bar.includes(entry)), more: entries.filter((entry) => !bar.includes(entry)) }
}

/** The access of a page of the app: that of the entry with the longest matching path. */
export function getAccess(navigation: Navigation, pathname: string): AppAccess {
  const matching = navigation.filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  return matching.toSorted((a, b) => b.path.length - a.path.length)[0]?.access ?? 'everyone'
}
