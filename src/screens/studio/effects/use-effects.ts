/** A change whose effects are read before it is made. docs/contract §37. */
import { useRef, useState } from 'react'
import type { Confirmation, EffectList } from '#http/effects/effects.ts'
import type { ApiFailure, ApiSuccess } from '#http/parse-response.ts'

type Result = ApiSuccess<{ data: EffectList }> | ApiFailure
type Failure = Pick<ApiFailure, 'error' | 'fields'>

/**
 * @param send the call of the change
 * @param revalidate loads what is stored again
 * @param onDone after the change is made and loaded, while the button is still busy
 */
export function useEffects(
  send: (confirmation: Confirmation) => Promise<Result>,
  revalidate: () => unknown,
  onDone: () => void = () => {},
) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [list, setList] = useState<EffectList | null>(null)
  const [isChanged, setChanged] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const current = useRef(0)
  /** The change is on its way. Nothing else is asked meanwhile, and its answer always counts. */
  const saving = useRef(false)
  /** A refusal shows that what the page shows is old. */
  const isStale = useRef(false)

  function show(response: Result): void {
    const isRefused = response.error !== null && response.errorCode !== 'EFFECTS_CHANGED'
    setFailure(isRefused ? { error: response.error, ...(response.fields && { fields: response.fields }) } : null)
    isStale.current = isRefused && !response.fields
    if (response.errorCode === 'EFFECTS_CHANGED') setList((response.data as { data: EffectList }).data)
  }

  function loadStale(): void {
    if (!isStale.current) return
    isStale.current = false
    void revalidate()
  }

  /** The newest preview decides what is shown. */
  async function preview(): Promise<void> {
    if (saving.current) return
    const number = ++current.current
    setChanged(false)
    setBusy(true)
    const response = await send({ preview: true })
    if (number !== current.current) return
    show(response)
    setList(response.error === null ? response.data.data : null)
    setBusy(false)
  }

  async function make(confirmation: Confirmation): Promise<Result | null> {
    if (saving.current) return null
    saving.current = true
    // A preview that is on its way says nothing any more.
    current.current++
    setChanged(false)
    setBusy(true)
    setSaving(true)
    const response = await send(confirmation)
    show(response)
    if (response.error === null) {
      await revalidate()
      onDone()
      setList(null)
    } else if (!dialog.current?.open) loadStale()
    saving.current = false
    setBusy(false)
    setSaving(false)
    return response
  }

  return {
    dialog,
    effects: list?.effects ?? null,
    /** The list is another one than the one that was confirmed. */
    isChanged,
    failure,
    isBusy,
    /** The change is on its way, so the dialog stays open. */
    isSaving,
    /** Only lists the effects. */
    preview,
    /** Lists the effects, then opens the dialog. */
    async open(): Promise<void> {
      if (isBusy) return
      await preview()
      dialog.current?.showModal()
    },
    /** Makes the change as it was read. Returns a refusal. */
    async confirm(): Promise<Failure | null> {
      if (isBusy || !list) return null
      const response = await make({ effectsHash: list.effectsHash })
      setChanged(response?.errorCode === 'EFFECTS_CHANGED')
      if (!response || response.error !== null) return response
      dialog.current?.close()
      // The button that opened the dialog may be gone.
      if (document.activeElement === document.body) document.querySelector('h1')?.focus()
      return null
    },
    /** Makes a change that does nothing to anybody at once, and asks in the dialog otherwise. Returns a refusal. */
    async save(): Promise<Failure | null> {
      if (isBusy) return null
      const response = await make({})
      if (response?.errorCode !== 'EFFECTS_CHANGED') return response?.error ? (response as ApiFailure) : null
      dialog.current?.showModal()
      return null
    },
    /** Of the dialog. What has turned out to be old is loaded now, so that the refusal could be read. */
    onClose: loadStale,
    reset(): void {
      if (saving.current) return
      current.current++
      setList(null)
      setFailure(null)
      setChanged(false)
      setBusy(false)
    },
  }
}
