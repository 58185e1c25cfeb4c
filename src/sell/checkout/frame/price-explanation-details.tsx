import { ChevronDown } from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { PriceExplanation } from '../session/lazy-parts.ts'
import styles from './summary.module.css'

export function PriceExplanationDetails(props: ComponentProps<typeof PriceExplanation>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.why} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Why this price <ChevronDown size={18} className={styles.turn} />
      </summary>
      {isOpen && (
        <Suspense>
          <PriceExplanation {...props} />
        </Suspense>
      )}
    </details>
  )
}
