import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { handleStepUps, type StepUpRequest, type StepUpResult } from '#http/browser/step-up.ts'
import { type Bad, browserClient, type Signed } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Told } from '#ui/field.tsx'
import styles from '#ui/log-in-dialog.module.css'
import { useForm } from '#ui/use-form.ts'
import { callSecondFactor, callStepUp } from '../calls/second-factor.ts'
import { callUserProfile } from '../calls.ts'
import forms from './form.module.css'
import { type Ask, OwnerFields, ownerIn, ownerRules } from './owner-fields.tsx'

type Asked = { who: Signed } & { ask: Ask; email: string }

export function StepUpDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const requests = useRef<StepUpRequest<Bad>[]>([])
  const [asked, setAsked] = useState<Asked | null>(null)
  const answerAll = (result: StepUpResult<Bad>) => {
    for (const { answer } of requests.current.splice(0)) answer(result)
  }
  useEffect(() => {
    async function open(request: StepUpRequest<Bad>) {
      // One dialog answers all calls that wait.
      if (requests.current.push(request) > 1) return
      const prepared = await prepare(request.who)
      if ('ask' in prepared) setAsked(prepared)
      else for (const { answer } of requests.current.splice(0)) answer(prepared.result)
    }
    return handleStepUps((request) => void open(request))
  }, [])
  useEffect(() => {
    if (asked) dialog.current?.showModal()
  }, [asked])

  function close() {
    answerAll(null)
    setAsked(null)
  }
  function finish() {
    answerAll('done')
    dialog.current?.close()
  }

  return (
    <dialog className={styles.dialog} ref={dialog} id="step-up" aria-labelledby="step-up-title" onClose={close}>
      <div className={styles.head}>
        <h2 id="step-up-title">Confirm that it’s you</h2>
        <p>We ask again before money or data leaves. It counts for ten minutes.</p>
      </div>
      {asked && <StepUpForm key={asked.who} asked={asked} onDone={finish} />}
      <form className={styles.leave} method="dialog">
        <button className={styles.close} type="submit" aria-label="Close">
          <X size={20} aria-hidden="true" />
        </button>
      </form>
    </dialog>
  )
}

function StepUpForm({ asked: { who, ask, email }, onDone }: { asked: Asked; onDone: () => void }) {
  const { form, field, told, isBusy } = useForm(ownerRules(ask), async (given) => {
    const answer = await callStepUp(browserClient(), who, ownerIn(given, ask))
    if (answer.error !== null) return answer
    onDone()
    return null
  })
  return (
    <form {...form} className={forms.form}>
      {told && <Told>{told}</Told>}
      <OwnerFields ask={ask} email={email} idPrefix="step-up" field={field} />
      <Button type="submit" size="tall" wide aria-busy={isBusy}>
        {isBusy ? 'Checking…' : 'Confirm and continue'}
      </Button>
    </form>
  )
}

/** Asks the server what this person can show. For somebody with nothing to show, a young log-in is enough. */
async function prepare(who: Signed): Promise<Asked | { result: StepUpResult<Bad> }> {
  const client = browserClient()
  const [factor, profile] = await Promise.all([callSecondFactor(client, who), callUserProfile(client, who)])
  if (factor.error !== null) return { result: factor }
  if (profile.error !== null) return { result: profile }
  const ask = factor.data.data
  if (ask.hasPassword || ask.totp) return { who, ask, email: profile.data.email }
  const steppedUp = await callStepUp(client, who, {})
  return { result: steppedUp.error === null ? 'done' : steppedUp }
}
