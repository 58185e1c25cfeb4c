import { Play } from 'lucide-react'
import type { Ref } from 'react'
import styles from './start-card.module.css'

type Props = {
  title: string
  poster: string
  srcset?: string | undefined
  onStart?: () => void
  isLoading?: boolean
  ref?: Ref<HTMLDivElement>
}

export function StartCard({ title, poster, srcset, onStart, isLoading = false, ref }: Props) {
  return (
    <div className={styles.start} ref={ref}>
      <img
        src={poster}
        srcSet={srcset}
        sizes={srcset && '(min-width: 1000px) 720px, 100vw'}
        alt=""
        width={1200}
        height={750}
        fetchPriority="high"
      />
      <button type="button" aria-label={`Play: ${title}`} aria-busy={isLoading} onClick={onStart}>
        <Play size={28} fill="currentColor" />
      </button>
    </div>
  )
}
