import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { sayDone } from '../effects/effects-dialog.tsx'
import { useEffects } from '../effects/use-effects.ts'
import { formatWallTime } from './wall-time.ts'

const PREVIEW_MS = 400

export type TypedTime = { day: string; start: string; minutes: string }
type SentTime = { localStart: string; minutes: number }
type Send = Parameters<typeof useEffects>[0]
type Options = {
  send: (time: SentTime, confirmation: Parameters<Send>[0]) => ReturnType<Send>
  /** What was done, for `sayDone`. */
  done: string
  /** Whether a whole time is one to ask about. */
  isChosen?: (time: TypedTime) => boolean
}

/**
 * A dialog in which the time of a session is typed, with what that time does listed a moment after the last key.
 *
 * @returns `when`: the typed time in words. Null: there is none to ask about
 */
export function useTimeDialog(stored: TypedTime, { send, done, isChosen = () => true }: Options) {
  const [form, setForm] = useState(stored)
  const [isOpen, setOpen] = useState(false)
  const [said, say] = useState('')
  const { revalidate } = useRevalidator()
  const { day, start, minutes } = form
  const time = { localStart: `${day}T${start}`, minutes: Number(minutes) }
  const change = useEffects(
    (confirmation) => send(time, confirmation),
    revalidate,
    () => say(sayDone(change.effects, done)),
  )
  const when = isChosen(form) ? formatWallTime(day, start, time.minutes) : null
  const wanted = isOpen && when !== null ? JSON.stringify(time) : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another time asks again
  useEffect(() => {
    change.reset()
    if (wanted === null) return
    const timer = setTimeout(() => void change.preview(), PREVIEW_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  return {
    form,
    when,
    said,
    change,
    set: (typed: Partial<TypedTime>) => !change.isSaving && setForm((before) => ({ ...before, ...typed })),
    open: () => {
      say('')
      setForm(stored)
      setOpen(true)
      change.dialog.current?.showModal()
    },
    dialog: {
      ref: change.dialog,
      effects: when === null ? null : change.effects,
      isChanged: change.isChanged,
      isBusy: change.isBusy,
      isSaving: change.isSaving,
      onConfirm: () => void change.confirm(),
      onRetry: () => void change.preview(),
      onClose: () => {
        setOpen(false)
        change.onClose()
      },
    },
  }
}
