import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, SuccessMessage } from '#ui/field.tsx'

type Result = { error: string | null; text: string }
type Props = {
  label: string
  /** Asks the server for the consequences, then does it. */
  onPreview: () => Promise<Result & { canConfirm: boolean }>
  onConfirm: () => Promise<Result>
}

/** A button that shows the consequences before it acts. */
export function ConfirmButton({ label, onPreview, onConfirm }: Props) {
  const [state, setState] = useState<{ step: 'start' | 'ask' | 'done'; text: string; error: string | null }>({
    step: 'start',
    text: '',
    error: null,
  })
  const [isBusy, setBusy] = useState(false)

  async function preview() {
    setBusy(true)
    const { error, text, canConfirm } = await onPreview()
    setBusy(false)
    setState({ step: error === null ? (canConfirm ? 'ask' : 'done') : 'start', text, error })
  }

  async function confirm() {
    setBusy(true)
    const { error, text } = await onConfirm()
    setBusy(false)
    setState({ step: error === null ? 'done' : 'ask', text: error === null ? text : state.text, error })
  }

  return (
    <>
      {state.error && <ErrorMessage>{state.error}</ErrorMessage>}
      {state.step === 'start' && (
        <Button look="quiet" size="compact" aria-busy={isBusy} onClick={preview}>
          {label}
        </Button>
      )}
      {state.step === 'ask' && (
        <>
          <p>{state.text}</p>
          <Button size="compact" aria-busy={isBusy} onClick={confirm} autoFocus>
            {label}
          </Button>
          <Button look="quiet" size="compact" onClick={() => setState({ step: 'start', text: '', error: null })}>
            Cancel
          </Button>
        </>
      )}
      {state.step === 'done' && <SuccessMessage>{state.text}</SuccessMessage>}
    </>
  )
}
