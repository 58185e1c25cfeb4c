import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import type { LearnerRow } from '#learn/learners/wire.ts'
import { extendLearnerAccess } from '#learn/lessons/wire/learners.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, Field } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import styles from './learners.module.css'

type Props = { learner: Pick<LearnerRow, 'enrolmentId' | 'name'>; as: SignedInAudience; onDone: () => void }

export function ExtendAccess({ learner: { enrolmentId, name }, as, onDone }: Props) {
  const { revalidate } = useRevalidator()
  const sent = useRef({ text: '', key: '' })
  const { form, field, errorMessage, isBusy } = useForm(
    {
      accessEndsAt: (day) => (day ? null : 'Please choose a day'),
      reason: (reason) => (reason.trim() ? null : 'Reason is required'),
    },
    async ({ accessEndsAt, reason }) => {
      const endOfDay = new Date(`${accessEndsAt}T23:59:00`).toISOString()
      const body = { accessEndsAt: endOfDay, reason }
      const bodyText = JSON.stringify(body)
      if (sent.current.text !== bodyText) sent.current = { text: bodyText, key: crypto.randomUUID() }
      const response = await browserClient().call(extendLearnerAccess, {
        auth: as,
        params: { enrolmentId },
        body,
        idempotencyKey: sent.current.key,
      })
      if (response.error !== null) return response
      await revalidate()
      onDone()
      return null
    },
  )
  return (
    <form {...form} className={styles.fields} aria-label={`Extend the access of ${name}`}>
      <Field {...field('accessEndsAt')} idPrefix={enrolmentId} type="date" label="New last day" autoFocus />
      <Field
        {...field('reason')}
        idPrefix={enrolmentId}
        label="Reason, saved with the enrolment"
        maxLength={500}
        autoComplete="off"
      />
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <Button type="submit" aria-busy={isBusy}>
        Extend access
      </Button>
    </form>
  )
}
