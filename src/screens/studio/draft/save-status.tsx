import { CloudAlert, CloudCheck, CloudOff, CloudUpload } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import styles from './save-status.module.css'
import type { SaverState } from './unit-saver.ts'

type Status = Pick<SaverState<unknown>, 'status' | 'savedAt' | 'message' | 'isKept'>
type Props = { states: readonly Status[]; onRetry: () => void }

const WORST_FIRST = ['conflict', 'refused', 'failed', 'offline', 'saving', 'unsaved', 'saved'] as const

/** What became of the texts on this page, in a few words. Empty until something was typed. */
export function SaveStatus({ states, onRetry }: Props) {
  const worst = WORST_FIRST.find((status) => states.some((state) => state.status === status)) ?? 'saved'
  const savedAt = Math.max(...states.map((state) => state.savedAt ?? 0))
  return (
    <span className={styles.saved} role="status" data-save-status={worst}>
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
    </span>
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
  conflict: 'Not saved: someone else changed it',
} as const
