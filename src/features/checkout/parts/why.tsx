import { ChevronDown } from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { WhyList } from './later.ts'
import styles from './summary.module.css'

export function Why(props: ComponentProps<typeof WhyList>) {
  const [isOpen, open] = useState(false)
  return (
    <details className={styles.why} onToggle={(event) => open(event.currentTarget.open)}>
      <summary>
        Why this price <ChevronDown size={18} className={styles.turn} />
      </summary>
      {isOpen && (
        <Suspense>
          <WhyList {...props} />
        </Suspense>
      )}
    </details>
  )
}
