import { type FormEvent, useRef, useState } from 'react'
import type { ApiResult } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import type { addTrack } from '#learn/course-media/wire/tracks.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, SelectField } from '#ui/field.tsx'
import styles from './asset-captions.module.css'
import type { UnsavedTrack } from './caption-editor.tsx'
import { getFaultSentences, getRepairableCount } from './caption-faults.ts'
import { CaptionRepairs } from './caption-repairs.tsx'
import { LanguageField } from './language-field.tsx'

type NewTrack = RequestBody<typeof addTrack>
type Repairable = { track: NewTrack; count: number; sentences: string[] }
type Props = {
  tracks: readonly UnsavedTrack[]
  onAdd: (track: NewTrack) => Promise<ApiResult<typeof addTrack>>
  /** Opens the editor. Nothing is saved before something is written. */
  onWrite: (track: UnsavedTrack) => void
}

const TRACK_EXISTS =
  'This file already has captions of this kind in this language. Edit those, or choose another language.'
const KINDS = { captions: 'Captions', subtitles: 'Subtitles (a translation)', chapters: 'Chapters' } as const

export function AddTrackForm({ tracks, onAdd, onWrite }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [faults, setFaults] = useState<string[]>([])
  const [repairable, setRepairable] = useState<Repairable | null>(null)
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function send(track: NewTrack, repairedCount = 0) {
    setBusy(true)
    const added = await onAdd(track)
    setBusy(false)
    const count = getRepairableCount(added)
    const sentences = getFaultSentences(added)
    setRepairable(count > 0 ? { track, count, sentences } : null)
    setFaults(count > 0 ? [] : sentences)
    setMessage(repairedCount > 0 && added.error === null ? `Saved. ${formatCues(repairedCount)} repaired.` : '')
  }
  async function addFile(file: File | undefined, form: HTMLFormElement | null) {
    if (!file || !form) return
    setRepairable(null)
    try {
      await send({
        ...readChoice(form),
        text: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()),
      })
    } catch {
      setFaults(['The file is not UTF-8 text. Save it as UTF-8.'])
    }
  }
  /** Captions that exist are said before anybody writes them again. */
  function write({ kind, language }: UnsavedTrack) {
    const exists = tracks.some((track) => track.kind === kind && track.language === language)
    if (!exists) return onWrite({ kind, language })
    setRepairable(null)
    setFaults([TRACK_EXISTS])
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    input.current?.click()
  }
  return (
    <form className={styles.add} onSubmit={submit}>
      <LanguageField />
      <SelectField name="kind" label="Kind" idPrefix="new-track" defaultValue="captions">
        {Object.entries(KINDS).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </SelectField>
      <input
        ref={input}
        type="file"
        accept=".vtt,.srt,text/vtt"
        hidden
        aria-label="Caption file"
        onChange={({ currentTarget }) => {
          void addFile(currentTarget.files?.[0], currentTarget.form)
          currentTarget.value = ''
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" size="compact" disabled={isBusy}>
          Upload WebVTT or SRT
        </Button>
        <Button
          look="quiet"
          size="compact"
          disabled={isBusy}
          onClick={({ currentTarget }) => currentTarget.form && write(readChoice(currentTarget.form))}
        >
          Write them here
        </Button>
        <p role="status">{message}</p>
      </div>
      {repairable && (
        <CaptionRepairs
          {...repairable}
          isBusy={isBusy}
          onRepair={() => void send({ ...repairable.track, repair: true }, repairable.count)}
          onCancel={() => setRepairable(null)}
        />
      )}
      {faults.length > 0 && (
        <ErrorMessage>
          {faults.map((fault) => (
            <span className={styles.fault} key={fault}>
              {fault}
            </span>
          ))}
        </ErrorMessage>
      )}
    </form>
  )
}

const formatCues = (count: number) => (count === 1 ? '1 cue' : `${count} cues`)

function readChoice(form: HTMLFormElement): UnsavedTrack {
  const values = new FormData(form)
  return { kind: String(values.get('kind')) as NewTrack['kind'], language: String(values.get('language')) }
}
