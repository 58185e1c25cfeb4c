import { useSite } from '#ui/use-site.ts'
import styles from './make-it-yours.module.css'

export function MakeItYours() {
  if (useSite()?.isDemo !== true) return null
  return (
    <section className={styles.yours} aria-labelledby="make-it-yours">
      <h2 id="make-it-yours">Make it yours</h2>
      <p>This is a demo. Your own site takes three steps, at the terminal of the computer that runs it.</p>
      <ol>
        <li>
          <b>Take your courses along.</b>
          <p>This writes every published course that you made here into a folder, with films and pictures:</p>
          <pre>npm run u -- export my-courses --own</pre>
        </li>
        <li>
          <b>Start production.</b>
          <p>
            <code>docs/operate.md</code> sets up a small server in 15 minutes. Accounts, orders and gift cards of the
            demo stay behind.
          </p>
        </li>
        <li>
          <b>Set it up.</b>
          <p>
            The first start prints a link. Its page asks for your name, the site’s and the seller’s. Then add the
            courses:
          </p>
          <pre>npm run u -- import my-courses --creator you@example.com</pre>
        </li>
      </ol>
    </section>
  )
}
