import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type CourseDraft, publishDraft, readCourseDraft } from '#catalogue/drafts/wire.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { Dialog } from '#ui/layout/dialog.tsx'
import text from '#ui/text.module.css'
import type { UnitSaver } from '../draft/unit-saver.ts'
import styles from './overview.module.css'

type NeedState = CourseDraft['needs'][number]
type Props = {
  draft: CourseDraft
  /** The units that this page edits. */
  savers: Record<string, Pick<UnitSaver<object>, 'flush' | 'getState' | 'getVersion' | 'subscribe'>>
  /** Whether a price, a date or a number of seats is typed and not saved. */
  isDirty: boolean
  as: SignedInAudience
}

const MISSING: Record<NeedState['need'], string> = {
  title: 'A title and one sentence about the course',
  teacher: 'A teacher',
  price: 'The price of a seat, or Free',
  date: 'A date that is ahead',
  seats: 'The number of seats, or No limit',
  lesson: 'A lesson with content',
  address: 'An address of its own',
  document: 'A lesson that can be published',
}
const UNSAVED = 'Your last words aren’t saved yet. Please look at the marked place, then publish again.'
const DIRTY = 'The price, date or seats that you typed aren’t saved. Please save or discard them first.'

/** Never disabled: what is missing is said when it is pressed, each with the way to its field. */
export function PublishButton({ draft, savers, isDirty, as }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [missing, setMissing] = useState<NeedState[]>([])
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { revalidate } = useRevalidator()
  const missingCount = draft.needs.filter(({ isDone }) => !isDone).length

  /** Returns what stands against it: a sentence, or needs. Null once it is published. */
  async function publish(): Promise<string | NeedState[] | null> {
    if (isDirty) return DIRTY
    if (!(await Promise.all(Object.values(savers).map(settle))).every(Boolean)) return UNSAVED
    const course = draft.coursePrefixCode
    const current = await browserClient().call(readCourseDraft, { auth: as, params: { course } })
    if (current.error !== null) return current.error
    const needs = current.data.data.needs.filter(({ isDone }) => !isDone)
    if (needs.length > 0) return needs
    // What the person has seen: the units of this page as they are here, and the others as the page was loaded.
    const own = Object.entries(savers).map(([unit, saver]) => [unit, saver.getVersion()])
    const response = await browserClient().call(publishDraft, {
      auth: as,
      idempotencyKey: key,
      params: { course },
      body: { units: { ...draft.versions, ...Object.fromEntries(own) } },
    })
    if (response.status > 0) setKey(crypto.randomUUID())
    if (response.error === null) return null
    const { data } = (response.data ?? {}) as { data?: { needs?: NeedState[] } }
    return response.errorCode === 'NOT_READY' && data?.needs ? data.needs : response.error
  }

  async function press() {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    const obstacle = await publish()
    await revalidate()
    setBusy(false)
    isRunning.current = false
    setError(typeof obstacle === 'string' ? obstacle : null)
    setMissing(Array.isArray(obstacle) ? obstacle : [])
    if (obstacle !== null) return dialog.current?.showModal()
    dialog.current?.close()
    document.querySelector('h1')?.focus()
  }

  if (draft.state === 'published' && draft.changedUnits.length === 0) return null
  return (
    <>
      <Button size="compact" aria-busy={isBusy} onClick={() => void press()}>
        Publish
        {missingCount > 0 && (
          <>
            <i className={styles.count} aria-hidden="true">
              {missingCount}
            </i>
            <span className={text.unseen}> ({missingCount} missing)</span>
          </>
        )}
      </Button>
      <Dialog
        ref={dialog}
        title={missing.length > 0 ? 'Before you can sell' : 'Not published'}
        actions={
          <Button type="submit" look="quiet">
            Close
          </Button>
        }
      >
        {error && <ErrorMessage>{error}</ErrorMessage>}
        {missing.length > 0 && (
          <ul className={styles.missing}>
            {missing.map(({ need, fault }) => (
              <li key={need}>
                <NeedLink need={need} onPress={() => dialog.current?.close()}>
                  {fault ?? MISSING[need]}
                </NeedLink>
              </li>
            ))}
          </ul>
        )}
      </Dialog>
    </>
  )
}

type LinkProps = { need: NeedState['need']; onPress: () => void; children: string }

/** A link to the row of a need, if the page has one. */
function NeedLink({ need, onPress, children }: LinkProps) {
  const id = `need-${need}`
  return document.getElementById(id) ? (
    <a href={`#${id}`} onClick={onPress}>
      {children}
    </a>
  ) : (
    children
  )
}

/** Sends what is not saved and waits for the answer. Whether the server has everything. */
function settle({ flush, getState, subscribe }: Props['savers'][string]): Promise<boolean> {
  const isWaiting = () => ['unsaved', 'saving'].includes(getState().status)
  if (!isWaiting()) return Promise.resolve(getState().status === 'saved')
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (getState().status === 'unsaved') flush()
      if (isWaiting()) return
      stop()
      resolve(getState().status === 'saved')
    })
    flush()
  })
}
