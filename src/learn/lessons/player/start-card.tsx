import { Play } from 'lucide-react'
import type { Ref } from 'react'
import { getFilmClass } from './film-class.ts'
import './film-class.css'
import type { FilmShape } from './film-shape.ts'
import styles from './start-card.module.css'

type Props = {
  kind: 'video' | 'audio'
  title: string
  poster: string
  srcset?: string | undefined
  shape?: FilmShape | null | undefined
  onStart?: () => void
  /** The focus leaves the button. */
  onLeave?: () => void
  isLoading?: boolean
  /** The button. */
  ref?: Ref<HTMLButtonElement>
}

export function StartCard({ kind, title, poster, srcset, shape, onStart, onLeave, isLoading = false, ref }: Props) {
  return (
    <div className={[styles.start, kind === 'audio' && styles.audio, getFilmClass(shape)].filter(Boolean).join(' ')}>
      <img
        src={poster}
        srcSet={srcset}
        sizes={srcset && '(min-width: 1000px) 720px, 100vw'}
        alt=""
        width={1200}
        height={750}
        fetchPriority="high"
      />
      <button
        type="button"
        aria-label={`Play: ${title}`}
        aria-busy={isLoading}
        onClick={onStart}
        onBlur={onLeave}
        ref={ref}
      >
        <Play size={28} fill="currentColor" />
      </button>
    </div>
  )
}
