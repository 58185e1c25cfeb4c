import { Search } from 'lucide-react'
import text from '#ui/text.module.css'
import styles from './find-answers.module.css'

/** Rendered by the server to prevent layout shift. Hidden without scripts; the search of the browser then opens the answers. */
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
