import { PortalFrame } from './portal-frame.tsx'
import styles from './portal-skeleton.module.css'

export function PortalSkeleton() {
  return (
    <PortalFrame name="">
      <h1 className={styles.title}>Your portal</h1>
      <p role="status">Loading your courses…</p>
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
