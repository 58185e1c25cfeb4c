import { useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { sendLearnerLogInLink } from '#learn/learners/wire.ts'
import { Button } from '#ui/button.tsx'

type Props = {
  enrolmentId: string
  as: SignedInAudience
  onSent: () => void
  onRefused: (error: string) => void
}

/** For a learner who cannot log in: the e-mail that the log-in page sends. */
export function SendLogInLink({ enrolmentId, as, onSent, onRefused }: Props) {
  const [isBusy, setBusy] = useState(false)
  async function send() {
    if (isBusy) return
    setBusy(true)
    const response = await browserClient().call(sendLearnerLogInLink, { auth: as, params: { enrolmentId } })
    setBusy(false)
    if (response.error === null) onSent()
    else onRefused(response.error)
  }
  return (
    <Button look="quiet" size="compact" aria-busy={isBusy} onClick={() => void send()}>
      Send a log-in link
    </Button>
  )
}
