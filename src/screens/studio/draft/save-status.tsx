import { CloudAlert, CloudCheck, CloudOff, CloudUpload } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import styles from './save-status.module.css'
import type { SaverState } from './unit-saver.ts'

type Status = Pick<SaverState<unknown>, 'status' | 'savedAt' | 'message' | 'isKept'> &
  Partial<Pick<SaverState<unknown>, 'newer'>>
type Props = { states: readonly Status[]; onRetry: () => void }

const WORST_FIRST = ['conflict', 'refused', 'failed', 'offline', 'saving', 'unsaved', 'saved'] as const

/** What became of the texts on this page, in a few words: at its top, and in a corner while the top is out of sight. */
export function SaveStatus(props: Props) {
  const { states } = props
  const place = useRef<HTMLSpanElement>(null)
  const isInSight = useIsInSight(place)
  const worst = WORST_FIRST.find((status) => states.some((state) => state.status === status)) ?? 'saved'
  const isEmpty = worst === 'saved' && states.every(({ savedAt, newer }) => savedAt === null && !newer)
  return (
    <>
      <span className={styles.saved} role="status" data-save-status={worst} ref={place}>
        <Words {...props} worst={worst} />
      </span>
      {!isInSight && !isEmpty && (
        <span className={styles.corner}>
          <Words {...props} worst={worst} />
        </span>
      )}
    </>
  )
}

function useIsInSight(place: RefObject<HTMLElement | null>): boolean {
  const [isInSight, setInSight] = useState(true)
  useEffect(() => {
    // Its row: an empty text is nowhere.
    const row = place.current?.parentElement
    if (!row) return
    const observer = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? true))
    observer.observe(row)
    return () => observer.disconnect()
  }, [place])
  return isInSight
}

function Words({ states, onRetry, worst }: Props & { worst: Status['status'] }) {
  const savedAt = Math.max(...states.map((state) => state.savedAt ?? 0))
  const newer = states.flatMap((state) => (state.newer ? [state.newer] : []))
  if (worst === 'saved' && newer.length > 0) {
    return (
      <>
        <CloudAlert size={18} /> Changed elsewhere
        <Button look="bare" size="compact" onClick={() => newer.map(({ show }) => show())}>
          Show it
        </Button>
      </>
    )
  }
  return (
    <>
      <StatusWords
        status={worst}
        savedAt={savedAt}
        isKept={states.every(({ status, isKept }) => status === 'saved' || isKept)}
      />
      {worst === 'failed' && (
        <Button look="bare" size="compact" onClick={onRetry}>
          Retry
        </Button>
      )}
    </>
  )
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

type WordsProps = { status: Status['status']; savedAt: number; isKept: boolean }

function StatusWords({ status, savedAt, isKept }: WordsProps) {
  if (status === 'saved') {
    return savedAt === 0 ? null : (
      <>
        <CloudCheck size={18} /> Saved {clock.format(savedAt)}
      </>
    )
  }
  if (status === 'saving' || status === 'unsaved') {
    return (
      <>
        <CloudUpload size={18} /> Saving…
      </>
    )
  }
  if (status === 'offline') {
    return (
      <>
        <CloudOff size={18} /> {isKept ? 'Offline. Kept on this device' : 'Offline. Keep this page open'}
      </>
    )
  }
  return (
    <>
      <CloudAlert size={18} /> {NOT_SAVED[status]}
    </>
  )
}

const NOT_SAVED = {
  failed: 'Couldn’t save.',
  refused: 'Not saved: see the marked field',
  conflict: 'Not saved: changed elsewhere too',
} as const
