/**
 * Shared behaviour of every small form. An error is shown on blur or submit and removed when it is corrected. The
 * first invalid field gets the focus, and typed text is never lost.
 */
import { type FocusEvent, type FormEvent, useRef, useState } from 'react'

type Rule = (text: string) => string | null
export type FormRefusal = {
  error: string
  errorCode?: string | null | undefined
  fields?: Record<string, string> | undefined
  /** The field of the error, if `fields` is missing. */
  at?: string
  retryAfterSeconds?: number
}
/** `code` is the server's code of the last refusal (docs/contract §2). */
type ShownRefusal = { message: string | null; code: string | null }
/** The server's result of a form that was sent before the script loaded. */
type FormStart = { message: string | null; faults: Record<string, string>; isDone: boolean }
type FormValues<Name extends string> = Record<Name, string>

export function useForm<Name extends string>(
  rules: Record<Name, Rule>,
  send: (values: FormValues<Name>, data: FormData) => Promise<FormRefusal | null>,
  start?: FormStart | null | undefined,
) {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Partial<Record<string, string>>>(start?.faults ?? {})
  const [refused, setRefused] = useState<ShownRefusal>({
    message: start && Object.keys(start.faults).length > 0 ? null : (start?.message ?? null),
    code: null,
  })
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
    const checks = names.map((name) => [name, faultIn(data, name)] as const)
    setFaults(Object.fromEntries(checks))
    setRefused({ message: null, code: null })
    setDone(false)
    const first = checks.find(([, fault]) => fault)
    if (first) return focusFirst(form.current, first[0])

    setBusy(true)
    const values = Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as FormValues<Name>
    const refusal = await send(values, data)
    setBusy(false)
    if (!refusal) return setDone(true)
    const fields = refusal.fields ?? (refusal.at ? { [refusal.at]: refusal.error } : {})
    const isShown = names.some((name) => fields[name] && form.current?.querySelector(`[name="${name}"]`))
    setFaults(fields)
    setRefused({ message: isShown ? null : getRefusalMessage(refusal), code: refusal.errorCode ?? null })
    focusFirst(form.current, ...(isShown ? names.filter((name) => fields[name]) : names.toReversed()))
  }

  return {
    errorMessage: refused.message,
    /** Until the form is sent again. */
    errorCode: refused.code,
    isBusy,
    /** Accepted, and nothing typed since. */
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
    /**
     * The props of a field. A press on a button or link does not validate, so that nothing moves under the finger.
     * Only typing removes an error.
     */
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

function getRefusalMessage({ error, retryAfterSeconds: seconds }: FormRefusal): string {
  if (!seconds) return error
  const minutes = Math.ceil(seconds / 60)
  return `${error} Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}

/** Focuses the first of these fields that the form has. */
function focusFirst(form: HTMLFormElement | null, ...names: string[]): void {
  const fields = names.map((name) => form?.querySelector<HTMLElement>(`[name="${name}"]`))
  fields.find((field) => field)?.focus()
}
