import { LogOut } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import {
  useLocation,
  useMatches,
  useNavigation,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router'
import { useCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { StepUpDialog } from '#people/accounts/parts/step-up-dialog.tsx'
import styles from './app-frame.module.css'
import { EntryLink, HomeLink, SessionItem } from './app-links.tsx'
import { logOut } from './log-out.ts'
import { getAccess, listEntries, type Navigation } from './navigation.ts'
import { PhoneBar } from './phone-bar.tsx'

export function AppFrame({ navigation, children }: { navigation: Navigation; children: ReactNode }) {
  useScrollRestoration()
  const { pathname } = useLocation()
  const person = useCurrentPerson()
  const width = getWidth(useMatches().map(({ handle }) => handle))
  const isLoading = useNavigation().state === 'loading'
  // The server does not know the session. It renders the menu of the people whom the page is for.
  const as = getAccess(navigation, pathname) === 'admin' ? 'admin' : 'learner'
  const roles = person?.profile.roles ?? []
  const session = {
    ...(person?.session ?? { as, hasBoth: false }),
    isTeacher: roles.includes('creator'),
    isAdmin: roles.includes('community-admin'),
  }
  const entries = listEntries(navigation, session)
  const main = useRef<HTMLElement>(null)
  useHeadingFocus(main, `${pathname} ${session.as}`)
  const handleLogOut = person ? () => logOut(person.session.as, person.profile.user_id) : undefined
  return (
    <div className={styles.app}>
      <nav className={styles.rail} aria-label="Portal">
        <HomeLink session={session} />
        <ul>
          {entries.map((entry) => (
            <li key={entry.label}>
              {session.isTeacher && entry === entries.find(({ isOfLearner }) => isOfLearner) && (
                <p className={styles.part}>As a learner</p>
              )}
              <EntryLink entry={entry} session={session} size={20} />
            </li>
          ))}
          <SessionItem session={session} size={20} />
        </ul>
        <div className={styles.foot}>
          {person && (
            <p>
              <b className={styles.face}>{getInitials(person.profile.name)}</b> <span>{person.profile.name}</span>
            </p>
          )}
          <button type="button" onClick={handleLogOut} title="Log out">
            <LogOut size={20} /> <span>Log out</span>
          </button>
        </div>
      </nav>
      <header className={styles.phoneHead}>
        <HomeLink session={session} />
      </header>
      <main className={styles[width]} id="content" ref={main} aria-busy={isLoading}>
        {children}
      </main>
      <PhoneBar navigation={navigation} session={session} onLogOut={handleLogOut} />
      {person && <StepUpDialog />}
    </div>
  )
}

/** After a navigation inside the app, moves the focus from the menu to the new page's heading, which is then read out. */
function useHeadingFocus(main: RefObject<HTMLElement | null>, page: string) {
  const shownPage = useRef(page)
  useEffect(() => {
    if (shownPage.current === page) return
    shownPage.current = page
    main.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [main, page])
}

/** `wide` makes the menu narrow, with its words below the icons; `flush` lets the page draw to the edges beside the whole menu. */
function getWidth(handles: readonly unknown[]): 'page' | 'wide' | 'flush' {
  if (handles.some((handle) => hasMark(handle, 'isWide'))) return 'wide'
  return handles.some((handle) => hasMark(handle, 'isFlush')) ? 'flush' : 'page'
}

function hasMark(handle: unknown, name: string): boolean {
  return typeof handle === 'object' && handle !== null && Reflect.get(handle, name) === true
}

function getInitials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word = '') => [...word][0]).join('')
}
