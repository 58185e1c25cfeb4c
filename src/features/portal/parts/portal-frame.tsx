import { ArrowLeftRight, Clapperboard, House, Inbox, LogOut, ReceiptText, ScrollText, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { StepUpDialog } from '#features/accounts/parts/step-up-dialog.tsx'
import { type Audience, portalPath } from './audience.ts'
import { leavePortal } from './leave.ts'
import styles from './portal-frame.module.css'

type Current = 'home' | 'orders' | 'inbox' | 'audit-log' | 'settings'
type Place = { href: string; Icon: typeof House; label: string; isHere?: boolean; isForWide?: boolean }
type Props = {
  name: string
  audience: Audience | null
  current: Current
  /** The page takes all the room there is, and divides it itself. */
  isWide?: boolean
  children: ReactNode
}

export function PortalFrame({ name, audience, current, isWide = false, children }: Props) {
  const isOfHouse = current === 'inbox' || current === 'orders' || current === 'audit-log'
  const places = placesOf(audience ?? { as: isOfHouse ? 'admin' : 'learner', hasBoth: false }, current)
  const logOut = audience ? () => leavePortal(audience.as) : undefined
  return (
    <div className={styles.app}>
      <nav className={styles.rail} aria-label="Portal">
        <a className={styles.mark} href="/portal">
          <span>Understudy</span>
        </a>
        <ul>
          {places.map(({ href, Icon, label, isHere }) => (
            <li key={label}>
              <a href={href} aria-current={isHere ? 'page' : undefined} title={label}>
                <Icon size={20} /> <span>{label}</span>
              </a>
            </li>
          ))}
        </ul>
        <div className={styles.foot}>
          {name && (
            <p>
              <b className={styles.face}>{initialsOf(name)}</b> <span>{name}</span>
            </p>
          )}
          <button type="button" onClick={logOut} title="Log out">
            <LogOut size={20} /> <span>Log out</span>
          </button>
        </div>
      </nav>
      <header className={styles.phoneHead}>
        <a className={styles.mark} href="/portal">
          Understudy
        </a>
      </header>
      <main className={isWide ? styles.wide : styles.page} id="content">
        {children}
      </main>
      <nav className={styles.tabs} aria-label="Portal, phone">
        {places
          .filter(({ isForWide }) => !isForWide)
          .map(({ href, Icon, label, isHere }) => (
            <a key={label} href={href} aria-current={isHere ? 'page' : undefined}>
              <Icon size={22} /> {label}
            </a>
          ))}
        <button type="button" onClick={logOut}>
          <LogOut size={22} /> Log out
        </button>
      </nav>
      {audience && <StepUpDialog />}
    </div>
  )
}

function placesOf(audience: Audience, current: Props['current']): Place[] {
  const isAdmin = audience.as === 'admin'
  const other = { as: isAdmin ? 'learner' : 'admin', hasBoth: true } as const
  return [
    { href: portalPath('', audience), Icon: House, label: 'Home', isHere: current === 'home' },
    ...(isAdmin
      ? [
          { href: portalPath('/orders', audience), Icon: ReceiptText, label: 'Orders', isHere: current === 'orders' },
          { href: portalPath('/inbox', audience), Icon: Inbox, label: 'Inbox', isHere: current === 'inbox' },
          {
            href: portalPath('/audit-log', audience),
            Icon: ScrollText,
            label: 'Audit log',
            isHere: current === 'audit-log',
            isForWide: true,
          },
        ]
      : [{ href: '/#courses', Icon: Clapperboard, label: 'All courses' }]),
    {
      href: portalPath('/settings', audience),
      Icon: Settings,
      label: 'Settings',
      isHere: current === 'settings',
      isForWide: isAdmin && audience.hasBoth,
    },
    ...(audience.hasBoth
      ? [{ href: portalPath('', other), Icon: ArrowLeftRight, label: isAdmin ? 'My courses' : 'Administration' }]
      : []),
  ]
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.charAt(0) ?? '').join('')
}
