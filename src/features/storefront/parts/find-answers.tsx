import { Search } from 'lucide-react'
import text from '#ui/text.module.css'
import styles from './find-answers.module.css'

/** There from the start where there are scripts, so that nothing moves for it; the browser's own search opens the answers without it. */
export function FindAnswers() {
  return (
    <search className={styles.find}>
      <Search size={18} aria-hidden="true" />
      <label className={text.unseen} htmlFor="find">
        Search the answers
      </label>
      <input
        id="find"
        type="search"
        placeholder="Refunds, dates, password"
        autoComplete="off"
        enterKeyHint="search"
        data-slash
      />
      <p>
        <output htmlFor="find" />{' '}
        <a className={text.link} href="#ask" hidden>
          Ask us instead
        </a>
      </p>
    </search>
  )
}
