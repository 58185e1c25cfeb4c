import { ButtonLink } from '#ui/button.tsx'
import text from '#ui/text.module.css'
import type { Sent } from '../take-sent-form.ts'
import { Interest } from './interest-form.tsx'
import styles from './none-found.module.css'

type Props = { choices: { code: string; title: string }[]; query: string; sent: Sent | null; hidden: boolean }

export function NoneFound({ choices, query, sent, hidden }: Props) {
  return (
    <div className={styles.none} data-none-found hidden={hidden}>
      <div className={styles.words}>
        <h3>No courses match</h3>
        <p className={text.lede}>Remove a filter or clear them all.</p>
        <ButtonLink href="/#courses" data-clear>
          Clear filters
        </ButtonLink>
      </div>
      {choices.length > 0 && (
        <div className={styles.remind}>
          <h3>Is it one of these?</h3>
          <p className={text.note}>These have no dates yet. Leave your e-mail and we’ll tell you.</p>
          <Interest
            ask="reminder"
            choices={choices}
            page={`/?index${query ? `&${query}` : ''}`}
            sent={sent?.ask === 'reminder' ? sent : null}
          />
        </div>
      )}
    </div>
  )
}
