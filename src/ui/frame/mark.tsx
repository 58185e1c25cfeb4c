import styles from './mark.module.css'

export function Mark() {
  return (
    <a className={styles.mark} href="/">
      Understudy
    </a>
  )
}
