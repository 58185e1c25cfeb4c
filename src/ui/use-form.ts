/**
 * One way for every small form: a fault shows when its field is left or the form is sent, goes when it is
 * mended, focus goes to the first one, and nothing that was typed is lost.
 */
import { type FocusEvent, type FormEvent, useRef, useState } from 'react'

type Rule = (text: string) => string | null
type Refused = {
  error: string
  fields?: Record<string, string> | undefined
  /** The field that it is about, where `fields` does not say. */
  at?: string
  retryAfterSeconds?: number
}
/** How the server left it, where it was sent before the script came. */
type Start = { told: string | null; faults: Record<string, string>; isDone: boolean }
type Given<Name extends string> = Record<Name, string>

export function useForm<Name extends string>(
  rules: Record<Name, Rule>,
  send: (given: Given<Name>, data: FormData) => Promise<Refused | null>,
  start?: Start | null | undefined,
) {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Partial<Record<string, string>>>(start?.faults ?? {})
  const [told, setTold] = useState<string | null>(
    start && Object.keys(start.faults).length > 0 ? null : (start?.told ?? null),
  )
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(start?.isDone ?? false)
  const names = Object.keys(rules) as Name[]
  const read = () => new FormData(form.current ?? undefined)
  const faultIn = (data: FormData, name: Name) => rules[name](String(data.get(name) ?? '')) ?? undefined
  const check = (name: Name) => setFaults((before) => ({ ...before, [name]: faultIn(read(), name) }))

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (isBusy) return
    const data = read()
    const found = names.map((name) => [name, faultIn(data, name)] as const)
    setFaults(Object.fromEntries(found))
    setTold(null)
    setDone(false)
    const first = found.find(([, fault]) => fault)
    if (first) return focusOn(form.current, first[0])

    setBusy(true)
    const given = Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Given<Name>
    const refused = await send(given, data)
    setBusy(false)
    if (!refused) return setDone(true)
    const fields = refused.fields ?? (refused.at ? { [refused.at]: refused.error } : {})
    const isShown = names.some((name) => fields[name] && form.current?.querySelector(`[name="${name}"]`))
    setFaults(fields)
    setTold(isShown ? null : sentenceOf(refused))
    focusOn(form.current, ...(isShown ? names.filter((name) => fields[name]) : names.toReversed()))
  }

  return {
    told,
    isBusy,
    /** Sent and taken, and nothing typed since. */
    isDone,
    submit,
    form: {
      ref: form,
      method: 'post',
      action: '/portal',
      noValidate: true,
      onSubmit: submit,
      onInput: () => setDone(false),
    } as const,
    /** What a field needs. Nothing moves under a finger that presses a button or link, and only typing takes a fault away. */
    field: (name: Name) => ({
      name,
      error: faults[name],
      onBlur: ({
        currentTarget,
        relatedTarget,
      }: FocusEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => {
        const isPress = relatedTarget instanceof HTMLElement && relatedTarget.matches('button, a')
        if (!isPress && currentTarget.value !== '' && !faults[name]) check(name)
      },
      onInput: () => faults[name] && check(name),
    }),
  }
}

function sentenceOf({ error, retryAfterSeconds: seconds }: Refused): string {
  if (!seconds) return error
  const minutes = Math.ceil(seconds / 60)
  return `${error} Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}

/** The first of the names that the form has now. */
function focusOn(form: HTMLFormElement | null, ...names: string[]): void {
  const fields = names.map((name) => form?.querySelector<HTMLElement>(`[name="${name}"]`))
  fields.find((field) => field)?.focus()
}
