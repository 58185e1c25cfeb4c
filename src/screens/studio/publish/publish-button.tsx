import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type CourseDraft, type Publication, publishDraft, readPublication } from '#catalogue/drafts/wire.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import text from '#ui/text.module.css'
import { settle } from '../draft/settle.ts'
import type { UnitSaver } from '../draft/unit-saver.ts'
import styles from './publish.module.css'
import { PublishDialog, type PublishStep } from './publish-dialog.tsx'
import { formatDraftChange, formatUnsaved, type NeedState, type Warning } from './publish-words.ts'

type Props = {
  draft: CourseDraft
  /** The units that this page edits. */
  savers: Record<string, Pick<UnitSaver<object>, 'flush' | 'getState' | 'getVersion' | 'subscribe'>>
  /** Whether a price, a date or a number of seats is typed and not saved. */
  isDirty: boolean
  /** Saves them. False: something stands against it, which the page shows. */
  onSave?: () => Promise<boolean>
  as: SignedInAudience
}

/** Never disabled: what is missing is said when it is pressed, each with the way to its field. */
export function PublishButton({ draft, savers, isDirty, onSave, as }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [step, setStep] = useState<PublishStep | null>(null)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { revalidate } = useRevalidator()
  const isPublic = draft.state === 'published'
  const missingCount = draft.needs.filter(({ isDone }) => !isDone).length
  const changedCount = draft.changedUnits.length
  const params = { course: draft.coursePrefixCode }

  /** The step that asks or says what stands against it. Null: published. */
  async function start(): Promise<PublishStep | null> {
    if (isDirty) return { kind: 'unsaved' }
    return publish()
  }

  /** The page shows what stands against saving, so the dialog goes. */
  async function saveAndPublish(): Promise<PublishStep | null> {
    dialog.current?.close()
    return (await onSave?.()) ? publish() : { kind: 'refused' }
  }

  async function publish(): Promise<PublishStep | null> {
    if (!(await Promise.all(Object.values(savers).map(settle))).every(Boolean))
      return { kind: 'obstacle', sentence: formatUnsaved(Object.values(savers).map(({ getState }) => getState())) }
    const current = await browserClient().call(readPublication, { auth: as, params })
    if (current.error !== null) return { kind: 'obstacle', sentence: current.error }
    const publication = current.data.data
    const needs = publication.needs.filter(({ isDone }) => !isDone)
    if (needs.length > 0) return { kind: 'missing', needs }
    // A first publication without warnings has nothing to ask.
    if (!isPublic && publication.warnings.length === 0) return send(publication, { acceptWarnings: false, note: '' })
    return { kind: 'question', publication }
  }

  async function send(
    publication: Publication,
    answer: { acceptWarnings: boolean; note: string },
  ): Promise<PublishStep | null> {
    // What the person has seen: the units of this page as they are here, and the others as the page was loaded.
    const own = Object.entries(savers).map(([unit, saver]) => [unit, saver.getVersion()])
    const response = await browserClient().call(publishDraft, {
      auth: as,
      idempotencyKey: key,
      params,
      body: { units: { ...draft.versions, ...Object.fromEntries(own) }, ...answer },
    })
    if (response.status > 0) setKey(crypto.randomUUID())
    if (response.error === null) return null
    const { data } = (response.data ?? {}) as { data?: unknown }
    switch (response.errorCode) {
      case 'NOT_READY':
        return { kind: 'missing', needs: (data as { needs: NeedState[] }).needs }
      case 'WARNINGS_UNSEEN':
        return { kind: 'question', publication: { ...publication, ...(data as { warnings: Warning[] }) } }
      case 'DRAFT_CHANGED':
        return {
          kind: 'obstacle',
          sentence: formatDraftChange(data as Parameters<typeof formatDraftChange>[0], publication.changes),
        }
      default:
        return { kind: 'obstacle', sentence: response.error }
    }
  }

  async function run(work: () => Promise<PublishStep | null>): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    const next = await work()
    if (next?.kind !== 'question') await revalidate()
    setBusy(false)
    isRunning.current = false
    setStep(next)
    if (next?.kind === 'refused') return
    if (next !== null) return dialog.current?.open ? undefined : dialog.current?.showModal()
    dialog.current?.close()
    document.querySelector('h1')?.focus()
  }

  if (isPublic && changedCount === 0) return null
  const count = isPublic ? changedCount : missingCount
  return (
    <>
      <Button size="compact" aria-busy={isBusy} onClick={() => void run(start)}>
        Publish
        {count > 0 && (
          <>
            <i className={styles.count} aria-hidden="true">
              {count}
            </i>
            <span className={text.unseen}> ({isPublic ? formatChanges(count) : `${count} missing`})</span>
          </>
        )}
      </Button>
      <PublishDialog
        ref={dialog}
        step={step}
        isBusy={isBusy}
        onSave={() => void run(saveAndPublish)}
        onPublish={(note) => {
          if (step?.kind !== 'question') return
          const acceptWarnings = step.publication.warnings.length > 0
          void run(() => send(step.publication, { acceptWarnings, note }))
        }}
      />
    </>
  )
}

const formatChanges = (count: number) => (count === 1 ? '1 change' : `${count} changes`)
