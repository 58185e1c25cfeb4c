import type { ComponentProps, ReactNode } from 'react'
import styles from './choice-card.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'children' | 'className'> & {
  id: string
  label: string
  /** What the choice means. */
  children: ReactNode
}

/** One of several choices, as a card that chooses wherever it is pressed. In a `fieldset` with its `legend`. */
export function ChoiceCard({ id, label, children, ...input }: Props) {
  return (
    <div className={styles.card}>
      <input {...input} type="radio" id={id} aria-describedby={`${id}-words`} />
      <label htmlFor={id}>{label}</label>
      <div className={styles.words} id={`${id}-words`}>
        {children}
      </div>
    </div>
  )
}
