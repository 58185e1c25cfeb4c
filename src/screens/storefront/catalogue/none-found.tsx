import { ButtonLink } from '#ui/button.tsx'
import text from '#ui/text.module.css'
import { InterestIsland } from '../enrol/interest-form.tsx'
import type { PageFormResult } from '../handle-page-form.ts'
import styles from './none-found.module.css'

type Props = { choices: { code: string; title: string }[]; query: string; sent: PageFormResult | null; hidden: boolean }

export function NoneFound({ choices, query, sent, hidden }: Props) {
  return (
    <div className={styles.none} data-none-found hidden={hidden}>
      <div className={styles.words}>
        <h3>No courses match</h3>
        <p className={text.lede}>Try another word, or fewer filters.</p>
        <ButtonLink href="/#courses" data-clear>
          Show all courses
        </ButtonLink>
      </div>
      {choices.length > 0 && (
        <div className={styles.remind}>
          <h3>Is it one of these?</h3>
          <p className={text.note}>These have no dates yet. Leave your e-mail if you’re interested.</p>
          <InterestIsland
            interest="reminder"
            choices={choices}
            page={`/?index${query ? `&${query}` : ''}`}
            sent={sent?.formKind === 'reminder' ? sent : null}
          />
        </div>
      )}
    </div>
  )
}
