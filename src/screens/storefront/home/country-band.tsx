import text from '#ui/text.module.css'
import styles from './country-band.module.css'

export function CountryBand({ url }: { url: string }) {
  return (
    <aside className={styles.band} aria-label="Country">
      <span>You’re seeing prices in pesos.</span>
      <a className={text.link} href={url} hrefLang="en">
        See prices in US dollars only
      </a>
    </aside>
  )
}
