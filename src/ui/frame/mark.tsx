import { useSite } from '../use-site.ts'
import styles from './mark.module.css'

export function Mark() {
  const site = useSite()
  return (
    <a className={styles.mark} href="/">
      {site?.mark ? <img src={site.mark} alt="" height={28} /> : <i />}
      <span>{site?.name ?? 'Home'}</span>
    </a>
  )
}
