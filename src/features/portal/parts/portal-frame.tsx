import { Clapperboard, House, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './portal-frame.module.css'

export function PortalFrame({
  name,
  onLogOut,
  children,
}: {
  name: string
  onLogOut?: () => void
  children: ReactNode
}) {
  return (
    <div className={styles.app}>
      <nav className={styles.rail} aria-label="Portal">
        <a className={styles.mark} href="/portal">
          <span>Understudy</span>
        </a>
        <ul>
          <li>
            <a href="/portal" aria-current="page">
              <House size={20} /> <span>Home</span>
            </a>
          </li>
          <li>
            <a href="/#courses">
              <Clapperboard size={20} /> <span>All courses</span>
            </a>
          </li>
        </ul>
        <div className={styles.foot}>
          {name && (
            <p>
              <b className={styles.face}>{initialsOf(name)}</b> <span>{name}</span>
            </p>
          )}
          <button type="button" onClick={onLogOut}>
            <LogOut size={20} /> <span>Log out</span>
          </button>
        </div>
      </nav>
      <header className={styles.phoneHead}>
        <a className={styles.mark} href="/portal">
          Understudy
        </a>
      </header>
      <main className={styles.page} id="content">
        {children}
      </main>
      <nav className={styles.tabs} aria-label="Portal, phone">
        <a href="/portal" aria-current="page">
          <House size={22} /> Home
        </a>
        <a href="/#courses">
          <Clapperboard size={22} /> All courses
        </a>
        <button type="button" onClick={onLogOut}>
          <LogOut size={22} /> Log out
        </button>
      </nav>
    </div>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.charAt(0) ?? '').join('')
}
