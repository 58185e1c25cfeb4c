import text from '#ui/text.module.css'
import styles from './country-band.module.css'

export function CountryBand({ url }: { url: string }) {
  return (
    <p className={styles.band}>
      <span>You are on the Philippine page.</span>
      <a className={text.link} href={url} hrefLang="en">
        See it in US dollars only
      </a>
    </p>
  )
}
