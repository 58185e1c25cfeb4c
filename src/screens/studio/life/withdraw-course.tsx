import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { readWithdrawal, reopenCourse, type WithdrawalEffects, withdrawCourse } from '#catalogue/course-life/wire.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, TextField } from '#ui/field.tsx'
import { StudioDialog } from '../frame/studio-dialog.tsx'
import styles from './course-life.module.css'

type Props = { course: string; as: SignedInAudience }

/** Shows the effects before it withdraws the course. */
export function WithdrawCourse({ course, as }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [effects, setEffects] = useState<WithdrawalEffects | null>(null)
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const call = { auth: as, params: { course } }

  async function open() {
    setBusy(true)
    const response = await browserClient().call(readWithdrawal, call)
    setBusy(false)
    setError(response.error)
    setEffects(response.error === null ? response.data.data : null)
    dialog.current?.showModal()
  }

  async function withdraw() {
    if (isBusy) return
    if (reason.trim() === '') return setFault('Reason is required')
    setBusy(true)
    const response = await browserClient().call(withdrawCourse, { ...call, body: { reason } })
    if (response.error === null) await revalidate()
    setBusy(false)
    if (response.error !== null) {
      setFault(response.fields?.reason)
      return setError(response.error)
    }
    dialog.current?.close()
    document.querySelector('h1')?.focus()
  }

  return (
    <>
      <Button look="quiet" size="compact" aria-busy={isBusy} onClick={() => void open()}>
        Withdraw the course
      </Button>
      <StudioDialog
        ref={dialog}
        title="Withdraw this course?"
        note="You can reopen it at any time."
        cancelLabel="Keep it on sale"
        actions={
          effects && (
            <Button look="danger" size="compact" aria-busy={isBusy} onClick={() => void withdraw()}>
              Withdraw
            </Button>
          )
        }
      >
        {error && <ErrorMessage>{error}</ErrorMessage>}
        {effects && (
          <>
            <ul className={styles.effects}>
              {listEffects(effects).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <TextField
              name="reason"
              idPrefix="withdraw"
              label="Reason"
              hint="Only the course’s teachers see it, in the list of versions."
              rows={2}
              maxLength={400}
              value={reason}
              error={fault}
              onChange={({ currentTarget }) => {
                setReason(currentTarget.value)
                setFault(undefined)
              }}
            />
          </>
        )}
      </StudioDialog>
    </>
  )
}

const people = (count: number, one: string, many: string) =>
  count === 1 ? `1 person ${one}` : `${count} people ${many}`

/** What withdrawing does, in sentences. Effects on nobody are left out. */
function listEffects({ openCheckouts, waiting, wantNews, learners }: WithdrawalEffects): string[] {
  return [
    'The page stays, without a way to buy. The course leaves all lists.',
    ...(openCheckouts > 0
      ? [
          openCheckouts === 1
            ? '1 open checkout may still finish.'
            : `${openCheckouts} open checkouts may still finish.`,
        ]
      : []),
    ...(waiting > 0 ? [`${people(waiting, 'on the waitlist gets', 'on the waitlist get')} an e-mail.`] : []),
    ...(wantNews > 0 ? [`${people(wantNews, 'who asked for news gets', 'who asked for news get')} an e-mail.`] : []),
    learners === 0 ? 'Nobody has a seat.' : `${people(learners, 'keeps', 'keep')} access.`,
  ]
}

export function ReopenCourse({ course, as }: Props) {
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  async function reopen() {
    if (isBusy) return
    setBusy(true)
    const response = await browserClient().call(reopenCourse, { auth: as, params: { course } })
    await revalidate()
    setBusy(false)
    setError(response.error)
    if (response.error === null) document.querySelector('h1')?.focus()
  }
  return (
    <>
      {error && <ErrorMessage>{error}</ErrorMessage>}
      <Button size="compact" aria-busy={isBusy} onClick={() => void reopen()}>
        Reopen the course
      </Button>
    </>
  )
}
