import { ArrowLeftRight } from 'lucide-react'
import { Link, NavLink, useLocation } from 'react-router'
import { type AppSession, portalPath } from '#people/accounts/session/app-session.ts'
import { useSite } from '#ui/use-site.ts'
import styles from './app-frame.module.css'
import { HOME_PATH, type NavigationEntry } from './navigation.ts'

export function HomeLink({ session }: { session: AppSession }) {
  const site = useSite()
  return (
    <Link className={styles.mark} to={portalPath('', session)}>
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
      aria-current={exceptPaths?.includes(pathname) ? 'false' : 'page'}
      title={label}
      className={({ isPending }) => (isPending ? styles.pending : undefined)}
    >
      {content}
    </NavLink>
  )
}

/** For a browser with a learner's and an admin's session. */
export function SessionSwitch({ session, size }: { session: AppSession; size: number }) {
  const label = session.as === 'admin' ? 'My courses' : 'Administration'
  const other: AppSession = { as: session.as === 'admin' ? 'learner' : 'admin', hasBoth: true }
  return (
    <Link to={portalPath('', other)} title={label}>
      <ArrowLeftRight size={size} /> <span>{label}</span>
    </Link>
  )
}
