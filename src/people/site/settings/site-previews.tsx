/** Small pictures of the places that show the settings. Screen readers skip them: the fields say the same. */
import type { Site } from '#domain/site/site.ts'
import styles from './site-settings.module.css'

export function PagePreview({ site, publicUrl }: { site: Site; publicUrl: string }) {
  return (
    <figure className={styles.preview} aria-hidden="true">
      <div className={styles.card}>
        <p className={styles.address}>{new URL(publicUrl).host}</p>
        <p className={styles.header}>
          <span className={styles.mark}>
            {site.mark ? <img src={site.mark} alt="" /> : <i />}
            {site.name}
          </span>
          <span className={styles.logIn}>Log in</span>
        </p>
        <p className={styles.headline}>{site.headline}</p>
        <p className={styles.lead}>{site.lead}</p>
        {site.footerLine && <p className={styles.footerLine}>{site.footerLine}</p>}
      </div>
      <figcaption>As a visitor sees it</figcaption>
    </figure>
  )
}

export function MailPreview({ site, mailFrom }: { site: Site; mailFrom: string }) {
  const hasOwnName = mailFrom.includes('<')
  return (
    <figure className={styles.preview} aria-hidden="true">
      <div className={styles.card}>
        <p className={styles.from}>
          <b>{hasOwnName ? mailFrom.split('<')[0] : site.name}</b> {hasOwnName ? '' : mailFrom}
        </p>
        <div className={styles.mail}>
          <p>
            {site.mark && <img src={site.mark} alt="" />}
            <b>{site.name}</b>
          </p>
          <p className={styles.headline}>You’re in</p>
          <p className={styles.lead}>Need help? Write to {site.supportAddress}. A person will answer.</p>
        </div>
      </div>
      <figcaption>In an e-mail</figcaption>
    </figure>
  )
}

export function InvoicePreview({ site }: { site: Site }) {
  return (
    <figure className={styles.preview} aria-hidden="true">
      <div className={`${styles.card} ${styles.invoice}`}>
        <p className={styles.headline}>Invoice</p>
        {site.sellerLines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal, and none moves
          <p key={index}>{line}</p>
        ))}
        <p>{site.supportAddress}</p>
      </div>
      <figcaption>On an invoice</figcaption>
    </figure>
  )
}
