import { Search } from 'lucide-react'
import { memo, type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { getPlainCueText, listSpeakers } from '#domain/learning/captions/caption-text.ts'
import { Button } from '#ui/button.tsx'
import text from '#ui/text.module.css'
import type { PlayerController } from '../controller/create-controller.ts'
import { listen } from '../controller/media-events.ts'
import { formatClock, formatDuration } from '../controls/format-clock.ts'
import { findParts } from './find-parts.ts'
import styles from './transcript.module.css'
import type { TrackCue } from './use-cues.ts'
import { usePlayerValue } from './use-player.ts'

type TranscriptProps = { controller: PlayerController; cues: readonly TrackCue[]; language: string | undefined }
type Line = TrackCue & { plain: string; speakers: string[] }

export function Transcript({ controller, cues, language }: TranscriptProps) {
  const id = useId()
  const [query, setQuery] = useState('')
  const lines = useMemo(
    () => cues.map((cue): Line => ({ ...cue, plain: getPlainCueText(cue.text), speakers: listSpeakers(cue.text) })),
    [cues],
  )
  const wanted = query.trim()
  const shown = wanted ? lines.filter(({ plain }) => findParts(plain, wanted).length > 1) : lines
  const current = usePlayerValue(controller, (state) => findCue(cues, state.position))
  const list = useRef<HTMLOListElement>(null)
  const [isFollowing, setFollowing] = useFollowing(list, current, wanted === '')
  const seek = useCallback(
    (seconds: number) => {
      controller.seekTo(seconds)
      setFollowing(true)
    },
    [controller, setFollowing],
  )
  return (
    <section className={styles.transcript} aria-labelledby={id}>
      <header>
        <h2 id={id}>Transcript</h2>
        <label className={styles.search}>
          <Search size={18} />{' '}
          <input
            type="search"
            placeholder="Find a word"
            aria-label="Find a word in the transcript"
            value={query}
            onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          />
        </label>
      </header>
      <p className={wanted ? styles.matches : text.unseen} role="status">
        {wanted && `${shown.length === 0 ? 'No' : shown.length} match${shown.length === 1 ? '' : 'es'}`}
      </p>
      <ol className={styles.lines} ref={list} lang={language} dir="auto">
        {shown.map((line) => (
          <TranscriptLine key={line.id} line={line} query={wanted} isCurrent={line.id === current} onSeek={seek} />
        ))}
      </ol>
      {!isFollowing && (
        <Button look="quiet" size="compact" onClick={() => setFollowing(true)}>
          Follow along
        </Button>
      )}
    </section>
  )
}

type LineProps = { line: Line; query: string; isCurrent: boolean; onSeek: (seconds: number) => void }

const TranscriptLine = memo(function TranscriptLine({ line, query, isCurrent, onSeek }: LineProps) {
  const { start, plain, speakers } = line
  return (
    <li>
      <button type="button" aria-current={isCurrent ? 'true' : undefined} onClick={() => onSeek(start)}>
        <time dateTime={formatDuration(start)}>{formatClock(start)}</time>
        <span>
          {speakers.length > 0 && <b>{speakers.join(', ')}: </b>}
          {query
            ? findParts(plain, query).map(({ at, part, isMatch }) => (isMatch ? <mark key={at}>{part}</mark> : part))
            : plain}
        </span>
      </button>
    </li>
  )
})

/** The index of the last cue that has started, or -1. */
function findCue(cues: readonly TrackCue[], position: number): number {
  return cues.findLastIndex(({ start }) => start <= position + 0.01)
}

/** Scrolls the current line into the list, until the person scrolls the list. */
function useFollowing(list: RefObject<HTMLOListElement | null>, current: number, isWhole: boolean) {
  const [isFollowing, setFollowing] = useState(true)
  useEffect(() => {
    if (!list.current) return
    const stop = () => setFollowing(false)
    return listen(list.current, { wheel: stop, touchmove: stop })
  }, [list])
  useEffect(() => {
    const line = current >= 0 ? list.current?.querySelector<HTMLElement>('[aria-current]')?.parentElement : null
    if (!isFollowing || !isWhole || !line || !list.current) return
    const top = line.offsetTop - (list.current.clientHeight - line.offsetHeight) / 2
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    list.current.scrollTo({ top, behavior: isStill ? 'instant' : 'smooth' })
  }, [list, current, isFollowing, isWhole])
  return [isFollowing, setFollowing] as const
}
