import { Ellipsis, LogOut } from 'lucide-react'
import { useId } from 'react'
import { useLocation } from 'react-router'
import styles from './app-frame.module.css'
import { EntryLink, SessionItem } from './app-links.tsx'
import { listPhoneEntries, type Navigation, type NavigationSession } from './navigation.ts'

type Props = { navigation: Navigation; session: NavigationSession; onLogOut: (() => void) | undefined }

export function PhoneBar({ navigation, session, onLogOut }: Props) {
  const { pathname, key } = useLocation()
  const menuId = useId()
  const { bar, more } = listPhoneEntries(navigation, session)
  return (
    <nav className={styles.tabs} aria-label="Portal, phone">
      {bar.map((entry) => (
        <EntryLink key={entry.label} entry={entry} session={session} size={22} />
      ))}
      <button
        type="button"
        popoverTarget={menuId}
        className={more.some(({ path }) => path === pathname) ? styles.current : undefined}
      >
        <Ellipsis size={22} /> More
      </button>
      <div key={key} id={menuId} popover="auto" className={styles.menu}>
        <ul>
          {more.map((entry) => (
            <li key={entry.label}>
              <EntryLink entry={entry} session={session} size={20} />
            </li>
          ))}
          <SessionItem session={session} size={20} />
          <li>
            <button type="button" onClick={onLogOut}>
              <LogOut size={20} /> Log out
            </button>
          </li>
        </ul>
      </div>
    </nav>
  )
}
