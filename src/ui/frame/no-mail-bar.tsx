import styles from './no-mail-bar.module.css'

/** On every page of a site without a mail server, because much of what pages say is sent by e-mail. */
export function NoMailBar({ support }: { support: string }) {
  return (
    <p className={styles.bar}>
      This site can’t send e-mails yet, so links and receipts may not come.
      {support && (
        <>
          {' '}
          To get help now, write to <a href={`mailto:${support}`}>{support}</a>.
        </>
      )}
    </p>
  )
}
