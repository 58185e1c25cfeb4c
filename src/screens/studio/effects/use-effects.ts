/** A change whose effects are read before it is made. docs/contract §37. */
import { useRef, useState } from 'react'
import type { Confirmation, EffectList } from '#http/effects/effects.ts'
import type { ApiFailure, ApiSuccess } from '#http/parse-response.ts'

type Result = ApiSuccess<{ data: EffectList }> | ApiFailure
type Failure = Pick<ApiFailure, 'error' | 'fields'>

/**
 * @param send the call of the change
 * @param onDone after the change is made, while the button is still busy
 */
export function useEffects(send: (confirmation: Confirmation) => Promise<Result>, onDone: () => unknown) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [list, setList] = useState<EffectList | null>(null)
  const [isChanged, setChanged] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const current = useRef(0)

  /** The newest call decides what is shown. */
  async function run(confirmation: Confirmation): Promise<Result | null> {
    const number = ++current.current
    setBusy(true)
    const response = await send(confirmation)
    if (number !== current.current) return null
    if (response.errorCode === 'EFFECTS_CHANGED') {
      setList((response.data as { data: EffectList }).data)
      setFailure(null)
    } else if (response.error !== null)
      setFailure({ error: response.error, ...(response.fields && { fields: response.fields }) })
    else {
      setFailure(null)
      if (confirmation.preview) setList(response.data.data)
      else await onDone()
    }
    setBusy(false)
    return response
  }

  return {
    dialog,
    effects: list?.effects ?? null,
    /** The list is another one than the one that was confirmed. */
    isChanged,
    failure,
    isBusy,
    /** Only lists the effects. */
    async preview(): Promise<void> {
      setChanged(false)
      const response = await run({ preview: true })
      if (response && response.error !== null) setList(null)
    },
    /** Makes the change as it was read. */
    async confirm(): Promise<void> {
      if (isBusy || !list) return
      const response = await run({ effectsHash: list.effectsHash })
      setChanged(response?.errorCode === 'EFFECTS_CHANGED')
      if (response?.error !== null) return
      dialog.current?.close()
      // The button that opened the dialog may be gone.
      if (document.activeElement === document.body) document.querySelector('h1')?.focus()
    },
    /** Makes a change that does nothing to anybody at once, and asks in the dialog otherwise. Returns a refusal. */
    async save(): Promise<Failure | null> {
      if (isBusy) return null
      setChanged(false)
      const response = await run({})
      if (response?.errorCode !== 'EFFECTS_CHANGED') return response?.error ? (response as ApiFailure) : null
      dialog.current?.showModal()
      return null
    },
    reset(): void {
      current.current++
      setList(null)
      setFailure(null)
      setChanged(false)
      setBusy(false)
    },
  }
}
