import { useEffect } from 'react'
import { closeMenusOnEscape } from '../browser/close-menus.ts'
import text from '../text.module.css'
import { LogInButton } from './log-in-button.tsx'
import { Mark } from './mark.tsx'
import styles from './site-header.module.css'

const LINKS = [
  { href: '/#courses', label: 'Courses' },
  { href: '/how-it-works', label: 'How it works' },
  { href: '/faq', label: 'Questions' },
  { href: '/creators', label: 'For creators' },
]

/** @param current the path of the page; printed together with `site`, because paper has no address bar */
export function SiteHeader({ current, site }: { current: string; site?: string | undefined }) {
  useEffect(() => closeMenusOnEscape(document), [])
  const links = LINKS.map(({ href, label }) => (
    <a key={href} className={styles.link} href={href} aria-current={href === current ? 'page' : undefined}>
      {label}
    </a>
  ))
  return (
    <header className={text.wrap}>
      <div className={styles.head}>
        <Mark />
        {/* The server knows the address in lower case only. */}
        {site && (
          <p className={styles.address} suppressHydrationWarning>
            {site.replace(/^https?:\/\//, '') + current}
          </p>
        )}
        <nav className={styles.nav} aria-label="Main">
          {links}
        </nav>
        <div className={styles.end}>
          <LogInButton />
          <details className={styles.menu} data-over>
            <summary aria-label="Menu">
              <span />
            </summary>
            <nav aria-label="Menu">{links}</nav>
          </details>
        </div>
      </div>
    </header>
  )
}
