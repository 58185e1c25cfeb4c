import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { createCourse } from '#catalogue/drafts/wire.ts'
import { browserClient } from '#http/client.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, Field, TextField } from '#ui/field.tsx'
import { ChoiceCard } from '#ui/layout/choice-card.tsx'
import { useForm } from '#ui/use-form.ts'
import { getStudioPath } from '../frame/studio-path.ts'
import styles from './new-course-dialog.module.css'

const TITLE_LENGTH = 80
const SENTENCE_LENGTH = 160
const isEmpty = (text: string) => text.trim() === ''

export function NewCourseButton({ session }: { session: AppSession }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const open = () => {
    dialog.current?.showModal()
    // Else the focus is on “Close”.
    dialog.current?.querySelector<HTMLInputElement>('[name="title"]')?.focus()
  }
  return (
    <>
      <Button onClick={open}>
        <Plus size={18} /> New course
      </Button>
      <dialog className={styles.dialog} ref={dialog} aria-labelledby="new-course-heading">
        <NewCourseForm session={session} onClose={() => dialog.current?.close()} />
      </dialog>
    </>
  )
}

function NewCourseForm({ session, onClose }: { session: AppSession; onClose: () => void }) {
  const navigate = useNavigate()
  // A new one after each answer: without one, the course may have been made.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [lengths, setLengths] = useState({ title: 0, sentence: 0 })
  const [isCodeOpen, openCode] = useState(false)
  const form = useForm(
    {
      title: (text) => (isEmpty(text) ? 'Title is required' : null),
      sentence: (text) => (isEmpty(text) ? 'Sentence is required' : null),
      code: (text) =>
        isEmpty(text) || /^[a-z0-9]{2,12}$/i.test(text.trim()) ? null : 'Please use 2 to 12 letters and digits',
    },
    async ({ title, sentence, code }, data) => {
      const response = await browserClient().call(createCourse, {
        auth: session.as,
        idempotencyKey: key,
        body: {
          title,
          sentence,
          deliveryType: data.get('deliveryType') === 'on-demand' ? 'on-demand' : 'live',
          timezoneId: Intl.DateTimeFormat().resolvedOptions().timeZone,
          ...(isEmpty(code) ? {} : { code }),
        },
      })
      if (response.status > 0) setKey(crypto.randomUUID())
      if (response.error !== null) return { ...response, ...(response.errorCode === 'CODE_TAKEN' && { at: 'code' }) }
      onClose()
      await navigate(getStudioPath(session, response.data.data.coursePrefixCode, 'overview'))
      return null
    },
  )
  const count = (name: 'title' | 'sentence') => ({
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setLengths((before) => ({ ...before, [name]: currentTarget.value.length })),
  })
  return (
    <form {...form.form}>
      <div className={styles.head}>
        <h2 id="new-course-heading">New course</h2>
        <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
          <X size={20} />
        </button>
      </div>
      <div className={styles.body}>
        {form.errorMessage && <ErrorMessage>{form.errorMessage}</ErrorMessage>}
        <Field
          {...form.field('title')}
          {...count('title')}
          idPrefix="new-course"
          label="Title"
          maxLength={TITLE_LENGTH}
          autoComplete="off"
          beside={`${lengths.title} of ${TITLE_LENGTH}`}
        />
        <fieldset className={styles.choices}>
          <legend>How do you teach it?</legend>
          <Choice value="live" label="Live online" words="On set dates, with seats." isDefault />
          <Choice value="on-demand" label="On demand" words="Videos, at their own pace." />
        </fieldset>
        <TextField
          {...form.field('sentence')}
          {...count('sentence')}
          idPrefix="new-course"
          label="One sentence about it"
          rows={2}
          maxLength={SENTENCE_LENGTH}
          beside={`${lengths.sentence} of ${SENTENCE_LENGTH}`}
        />
        {isCodeOpen ? (
          <Field
            {...form.field('code')}
            idPrefix="new-course"
            label="Course code"
            maxLength={12}
            autoComplete="off"
            autoCapitalize="characters"
            hint="2 to 12 letters and digits, such as SKETCH. It can’t be changed later. Left empty, we choose one from the title."
          />
        ) : (
          <p className={styles.code}>
            <span>We choose a short code from the title, for orders and files.</span>
            <button type="button" onClick={() => openCode(true)}>
              Choose it yourself
            </button>
          </p>
        )}
      </div>
      <div className={styles.foot}>
        <p className={styles.note}>Nothing is public until you publish.</p>
        <div>
          <Button look="bare" size="compact" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="compact" aria-busy={form.isBusy}>
            Create course
          </Button>
        </div>
      </div>
    </form>
  )
}

type ChoiceProps = { value: 'live' | 'on-demand'; label: string; words: string; isDefault?: boolean }

function Choice({ value, label, words, isDefault = false }: ChoiceProps) {
  return (
    <ChoiceCard id={`new-course-${value}`} name="deliveryType" value={value} defaultChecked={isDefault} label={label}>
      {words}
    </ChoiceCard>
  )
}
