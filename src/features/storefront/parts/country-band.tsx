import text from '#ui/text.module.css'
import styles from './country-band.module.css'

export function CountryBand({ url }: { url: string }) {
  return (
    <aside className={styles.band} aria-label="Country">
      <span>You are on the Philippine page.</span>
      <a className={text.link} href={url} hrefLang="en">
        See it in US dollars only
      </a>
    </aside>
  )
}
