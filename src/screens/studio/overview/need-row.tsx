import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import text from '#ui/text.module.css'
import styles from './overview.module.css'

type Props = { title: string; isDone: boolean; id: string; children: ReactNode }

/** One line of what a course needs, done or not, with its fields. */
export function NeedRow({ title, isDone, id, children }: Props) {
  return (
    <div className={styles.need} id={`need-${id}`}>
      <i className={isDone ? styles.done : styles.gap} aria-hidden="true">
        {isDone ? <Check size={16} /> : '!'}
      </i>
      <h2>
        {title}
        {!isDone && <span className={text.unseen}> (missing)</span>}
      </h2>
      <div>{children}</div>
    </div>
  )
}
