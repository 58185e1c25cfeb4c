import { CircleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CheckoutSession, CheckoutState } from '../session/checkout-session.ts'
import styles from './form.module.css'

type Props = { checkoutSession: CheckoutSession; state: CheckoutState }

const QUIET_MS = 1000
const UNREACHABLE = 'We couldn’t reach our server. Please try again.'
const load = () => import('../session/save-checkout.ts')

export function SaveCheckout({ checkoutSession, state: { enrolment } }: Props) {
  const { savedToken, email, name, phoneNumber, seats, friends, paymentType } = enrolment
  const isSaved = Boolean(savedToken)
  const [isTicked, setTicked] = useState(isSaved)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const input = JSON.stringify([email, name, phoneNumber, seats, friends, paymentType])
  const [savedInput, setSavedInput] = useState(input)

  async function change(isWanted: boolean) {
    if (isBusy) return
    setBusy(true)
    setTicked(isWanted)
    const refusal = await load()
      .then(({ saveCheckoutSession, deleteSavedCheckoutSession }) =>
        (isWanted ? saveCheckoutSession : deleteSavedCheckoutSession)(checkoutSession),
      )
      .catch(() => UNREACHABLE)
    setBusy(false)
    setFault(refusal)
    if (refusal) setTicked(Boolean(checkoutSession.state.enrolment.savedToken))
    setSavedInput(input)
  }

  const save = useEffectEvent(() => void change(true))
  useEffect(() => {
    if (!isSaved || isBusy || input === savedInput) return
    const timer = setTimeout(save, QUIET_MS)
    return () => clearTimeout(timer)
  }, [isSaved, input, savedInput, isBusy])

  return (
    <div>
      <label className={styles.check}>
        <input
          type="checkbox"
          name="saveCheckout"
          checked={isTicked}
          onChange={(event) => void change(event.currentTarget.checked)}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? 'save-checkout-error' : undefined}
        />
        <span>
          Save what I enter for 14 days, and e-mail me one link to it if I don’t finish. No card and no codes are saved.
        </span>
      </label>
      {fault && (
        <p className={styles.fault} id="save-checkout-error">
          <CircleAlert size={16} /> {fault}
        </p>
      )}
    </div>
  )
}
