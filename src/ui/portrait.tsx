import styles from './portrait.module.css'

export function Portrait({ initials }: { initials: string }) {
  return (
    <div className={styles.portrait} aria-hidden="true">
      {initials}
    </div>
  )
}
