import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Estimate } from '#ui/estimate/estimate.tsx'
import { Money } from '#ui/money.tsx'
import { useWideScreen } from './frame.tsx'
import styles from './summary.module.css'

type Props = {
  icon: ReactNode
  title: string
  /** What is bought, in place of the title, while the summary is folded. */
  headline?: ReactNode
  amount: { amount: string; currency: string } | null | undefined
  supportAddress: string
  /** Shown below the amount while the summary is folded. */
  note?: ReactNode
  children: ReactNode
}

export function SummaryFrame({ icon, title, headline, amount, supportAddress, note, children }: Props) {
  const isWide = useWideScreen()
  return (
    <>
      <details className={styles.summary} open={isWide}>
        <summary>
          {icon} <span className={styles.headline}>{headline ?? title}</span>{' '}
          <ChevronDown size={20} className={styles.turn} />
          {amount && (
            <span className={styles.folded}>
              <Money {...amount} exact />
              <Estimate {...amount} form="below" />
            </span>
          )}
        </summary>
        <section className={styles.body} aria-label={title}>
          {children}
          <p className={styles.help}>
            Stuck? Write to <a href={`mailto:${supportAddress}`}>{supportAddress}</a>. A person answers.
          </p>
        </section>
      </details>
      {note && <div className={styles.foldedNote}>{note}</div>}
    </>
  )
}
