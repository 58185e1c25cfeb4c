import { PortalFrame } from './portal-frame.tsx'
import styles from './portal-skeleton.module.css'

type Props = { title: string; lead: string; current: 'home' | 'orders' | 'inbox' | 'audit-log' | 'settings' }

export function PortalSkeleton({ title, lead, current }: Props) {
  return (
    <PortalFrame name="" audience={null} current={current}>
      <h1 className={styles.title}>{title}</h1>
      <p role="status">{lead}</p>
      <div className={styles.home} aria-hidden="true">
        <i className={styles.first} />
        <i className={styles.row} />
        <i className={styles.row} />
      </div>
      <noscript>
        <p>The portal needs JavaScript.</p>
      </noscript>
    </PortalFrame>
  )
}
