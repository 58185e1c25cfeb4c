import styles from './page-skeleton.module.css'

type Props = { title: string; lead: string; isWide?: boolean }

export function PageSkeleton({ title, lead, isWide = false }: Props) {
  return (
    <div className={isWide ? styles.wide : undefined}>
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
    </div>
  )
}
