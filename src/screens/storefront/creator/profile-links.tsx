import { ExternalLink } from 'lucide-react'
import styles from './profile-links.module.css'

/** A teacher's addresses elsewhere, by the name of their site. */
export function ProfileLinks({ links }: { links: readonly string[] }) {
  if (links.length === 0) return null
  return (
    <ul className={styles.links}>
      {links.map((link) => (
        <li key={link}>
          <a href={link} rel="noopener nofollow ugc">
            <ExternalLink size={16} aria-hidden /> {formatLink(link)}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** `https://www.example.test/ines/` → `example.test/ines` */
function formatLink(link: string): string {
  const { hostname, pathname } = new URL(link)
  return `${hostname.replace(/^www\./, '')}${pathname === '/' ? '' : pathname.replace(/\/$/, '')}`
}
