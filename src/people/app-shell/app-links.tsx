import { ArrowLeftRight, ShieldCheck } from 'lucide-react'
import { Link, NavLink, useLocation } from 'react-router'
import { ADMIN_LOG_IN_PATH, type AppSession, portalPath } from '#people/accounts/session/app-session.ts'
import { useSite } from '#ui/use-site.ts'
import styles from './app-frame.module.css'
import { HOME_PATH, type NavigationEntry, type NavigationSession } from './navigation.ts'

export function HomeLink({ session }: { session: AppSession }) {
  const site = useSite()
  return (
    <Link className={styles.mark} to={portalPath('', session)}>
      {site?.mark ? <img src={site.mark} alt="" height={28} /> : <i />}
      <span>{site?.name ?? 'Home'}</span>
    </Link>
  )
}

export function EntryLink({ entry, session, size }: { entry: NavigationEntry; session: AppSession; size: number }) {
  const { path, label, Icon, isDocument, exceptPaths } = entry
  const { pathname } = useLocation()
  const content = (
    <>
      <Icon size={size} /> <span>{label}</span>
    </>
  )
  if (isDocument) {
    return (
      <a href={path} title={label}>
        {content}
      </a>
    )
  }
  return (
    <NavLink
      to={session.hasBoth ? `${path}?as=${session.as}` : path}
      end={path === HOME_PATH}
      aria-current={exceptPaths?.some((other) => isWithin(pathname, other)) ? 'false' : 'page'}
      title={label}
      className={({ isPending }) => (isPending ? styles.pending : undefined)}
    >
      {content}
    </NavLink>
  )
}

/** The way to the other session: of a browser that has both, and of an admin who is logged in as a learner. */
export function SessionItem({ session, size }: { session: NavigationSession; size: number }) {
  if (session.hasBoth)
    return (
      <li>
        <SessionSwitch session={session} size={size} />
      </li>
    )
  if (session.as === 'admin' || !session.isAdmin) return null
  // A document: an admin's log-in has to begin without the scripts of other pages.
  return (
    <li>
      <a href={ADMIN_LOG_IN_PATH} title="Log in as admin">
        <ShieldCheck size={size} /> <span>Log in as admin</span>
      </a>
    </li>
  )
}

function SessionSwitch({ session, size }: { session: AppSession; size: number }) {
  const label = session.as === 'admin' ? 'My courses' : 'Administration'
  const other: AppSession = { as: session.as === 'admin' ? 'learner' : 'admin', hasBoth: true }
  return (
    <Link to={portalPath('', other)} title={label}>
      <ArrowLeftRight size={size} /> <span>{label}</span>
    </Link>
  )
}

const isWithin = (pathname: string, path: string): boolean => pathname === path || pathname.startsWith(`${path}/`)
