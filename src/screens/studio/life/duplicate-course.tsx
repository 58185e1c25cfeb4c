import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { duplicateCourse } from '#catalogue/drafts/wire.ts'
import { browserClient } from '#http/client.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, Field } from '#ui/field.tsx'
import { StudioDialog } from '../frame/studio-dialog.tsx'
import { getStudioPath } from '../frame/studio-path.ts'
import type { StudioCourse } from '../wire.ts'
import styles from './course-life.module.css'

const TITLE_LENGTH = 80

/** Makes another course from this one, and opens it. */
export function DuplicateCourse({ course, session }: { course: StudioCourse; session: AppSession }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [title, setTitle] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // A new one after each answer: without one, the course may have been made.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const navigate = useNavigate()
  if (!course.actions.includes('price.edit')) return null

  async function duplicate() {
    if (isBusy) return
    if (title.trim() === '') return setFault('Title is required')
    setBusy(true)
    setError(null)
    const params = { course: course.coursePrefixCode }
    const call = { auth: session.as, params, idempotencyKey: key, body: { title } }
    const response = await browserClient().call(duplicateCourse, call)
    setBusy(false)
    if (response.status > 0) setKey(crypto.randomUUID())
    if (response.error !== null) {
      setFault(response.fields?.title)
      return setError(response.error)
    }
    dialog.current?.close()
    await navigate(getStudioPath(session, response.data.data.coursePrefixCode, 'overview'))
  }

  return (
    <section className={styles.life} aria-label="Another course like this one">
      <p>A copy has the texts, lessons, files, rules and prices, without dates and people.</p>
      <Button
        look="quiet"
        size="compact"
        onClick={() => {
          setTitle(`${course.title} (copy)`.slice(0, TITLE_LENGTH))
          dialog.current?.showModal()
        }}
      >
        Duplicate
      </Button>
      <StudioDialog
        ref={dialog}
        title="Duplicate this course?"
        note="Nothing is public until you publish."
        cancelLabel="Cancel"
        isBusy={isBusy}
        actions={
          <Button size="compact" aria-busy={isBusy} onClick={() => void duplicate()}>
            Duplicate
          </Button>
        }
      >
        {error && <ErrorMessage>{error}</ErrorMessage>}
        <p>It copies this draft, also what isn’t published yet. Files are copied in the background.</p>
        <Field
          name="title"
          idPrefix="duplicate"
          label="Title of the copy"
          value={title}
          error={fault}
          maxLength={TITLE_LENGTH}
          autoComplete="off"
          onChange={({ currentTarget }) => {
            setTitle(currentTarget.value)
            setFault(undefined)
          }}
        />
      </StudioDialog>
    </section>
  )
}
