import { useState } from 'react'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { liftSuppression } from '../wire/mails.ts'

export function LiftButton({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)

  async function lift() {
    if (isBusy) return
    setBusy(true)
    const response = await browserClient().call(liftSuppression, { auth: 'admin', body: { email } })
    setBusy(false)
    setErrorMessage(response.error)
    if (response.error === null) onChanged()
  }

  return (
    <>
      <Button
        look="quiet"
        size="compact"
        aria-busy={isBusy}
        onClick={lift}
        aria-label={`Allow all e-mails to ${email}`}
      >
        Allow all e-mails
      </Button>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
    </>
  )
}
