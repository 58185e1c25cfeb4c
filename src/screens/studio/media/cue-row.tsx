import { type KeyboardEvent, useRef } from 'react'
import type { Cue } from '#domain/learning/captions/captions.ts'
import { formatTime } from '#domain/learning/captions/captions.ts'
import { Button } from '#ui/button.tsx'
import styles from './caption-editor.module.css'
import { addCueAfter, joinCues, nudgeCue, splitCue } from './edit-cues.ts'

type Props = {
  cue: Cue
  index: number
  cues: Cue[]
  /** The start, to name the row. */
  time: string
  onChange: (cues: Cue[]) => void
  onPlay: () => void
}

const STEP_MS = 100

export function CueRow({ cue, index, cues, time, onChange, onPlay }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const split = () => onChange(splitCue(cues, index, field.current?.selectionStart ?? 0))
  const join = () => onChange(joinCues(cues, index))
  const nudge = (edge: 'startsMs' | 'endsMs', byMs: number) => onChange(nudgeCue(cues, index, edge, byMs))
  const button = (words: string) => ({ look: 'quiet', size: 'compact', 'aria-label': `${words}, ${time}` }) as const

  function press(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    const isCommand = ctrlKey || metaKey
    if (isCommand && key === 'Enter') split()
    else if (isCommand && key.toLowerCase() === 'j') join()
    else if (isCommand && key === ' ') onPlay()
    else if (altKey && (key === 'ArrowLeft' || key === 'ArrowRight'))
      nudge(shiftKey ? 'endsMs' : 'startsMs', key === 'ArrowLeft' ? -STEP_MS : STEP_MS)
    else return
    event.preventDefault()
  }
  return (
    <li>
      <Times cue={cue} time={time} onNudge={nudge} />
      <textarea
        ref={field}
        rows={2}
        aria-label={`Caption ${index + 1}, ${time}`}
        value={cue.text}
        placeholder="What is said here"
        onKeyDown={press}
        onChange={({ currentTarget }) => onChange(cues.with(index, { ...cue, text: currentTarget.value }))}
      />
      <div className={styles.actions}>
        <Button {...button('Play from here')} onClick={onPlay}>
          Play
        </Button>
        <Button {...button('Split')} onClick={split}>
          Split
        </Button>
        <Button {...button('Join with the next')} disabled={index === cues.length - 1} onClick={join}>
          Join
        </Button>
        <Button {...button('Add after')} onClick={() => onChange(addCueAfter(cues, index))}>
          Add
        </Button>
        <Button {...button('Delete')} disabled={cues.length === 1} onClick={() => onChange(cues.toSpliced(index, 1))}>
          Delete
        </Button>
      </div>
    </li>
  )
}

type TimesProps = { cue: Cue; time: string; onNudge: (edge: 'startsMs' | 'endsMs', byMs: number) => void }

function Times({ cue, time, onNudge }: TimesProps) {
  return (
    <div className={styles.times}>
      {(['startsMs', 'endsMs'] as const).map((edge) => {
        const name = edge === 'startsMs' ? 'Start' : 'End'
        return (
          <p key={edge}>
            <button type="button" aria-label={`${name} 0.1 s earlier, ${time}`} onClick={() => onNudge(edge, -STEP_MS)}>
              −
            </button>
            <span>{formatTime(cue[edge])}</span>
            <button type="button" aria-label={`${name} 0.1 s later, ${time}`} onClick={() => onNudge(edge, STEP_MS)}>
              +
            </button>
          </p>
        )
      })}
    </div>
  )
}
