import { useEffect, useState } from 'react'
import { browserClient } from '#http/client.ts'
import type { ApiFailure } from '#http/parse-response.ts'
import { logInWithPassword } from '#people/accounts/browser/complete-log-in.ts'
import { clearLinkToken, useLinkToken } from '#people/accounts/parts/link-token.ts'
import type { SiteEnvironmentView } from '#people/site/wire.ts'
import type { FormRefusal } from '#ui/use-form.ts'
import { deleteTypedTexts, readTypedTexts, saveTypedTexts } from '../browser/typed-texts.ts'
import { checkSetUp, readSetUp, setUp } from '../wire.ts'

/** The fields of each step, in their order. */
const STEP_FIELDS = [
  ['ownerName', 'email', 'password'],
  ['name', 'supportAddress', 'timezoneId', 'countryCode'],
  ['sellerName', 'sellerAddress', 'sellerTaxId'],
  ['course', 'title', 'sentence', 'deliveryType'],
] as const
type SetUpField = (typeof STEP_FIELDS)[number][number]
export type SetUpTexts = Readonly<Record<SetUpField, string>>

const EMPTY = Object.fromEntries(STEP_FIELDS.flat().map((field) => [field, ''])) as SetUpTexts
const LAST = STEP_FIELDS.length - 1

/** `broken`: the link does not open the set-up. `away`: the server did not answer. `over`: somebody has set it up. */
type Phase = { is: 'loading' | 'broken' | 'away' | 'over' | 'done' } | { is: 'open'; environment: SiteEnvironmentView }
/** A refusal of a field in an earlier step, which opens that step. */
type Fault = { message: string | null; faults: Record<string, string>; isDone: false }

export function useSetUp() {
  const token = useLinkToken()
  const [phase, setPhase] = useState<Phase>({ is: 'loading' })
  const [step, setStep] = useState(0)
  const [texts, setTexts] = useState<SetUpTexts>(EMPTY)
  const [fault, setFault] = useState<Fault | null>(null)

  const load = async () => {
    if (token === undefined) return
    if (token === null) return setPhase({ is: 'broken' })
    const answer = await browserClient().call(readSetUp, { body: { token } })
    if (answer.error === null) setPhase({ is: 'open', environment: answer.data.data.environment })
    else end(toEnd(answer) ?? { is: 'away' })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
  useEffect(() => {
    setTexts({
      ...EMPTY,
      timezoneId: Intl.DateTimeFormat().resolvedOptions().timeZone,
      course: 'own',
      deliveryType: 'live',
      ...readTypedTexts(sessionStorage),
    })
    void load()
  }, [token])

  /** Checks the texts of this step with those before it, and goes on; after the last step it sets up the site. */
  async function send(typed: Partial<SetUpTexts>): Promise<FormRefusal | null> {
    const next = { ...texts, ...typed }
    setTexts(next)
    saveTypedTexts(sessionStorage, next)
    const body = toBody(token ?? '', next, step)
    const client = browserClient()
    const answer = await (step < LAST ? client.call(checkSetUp, { body }) : client.call(setUp, { body }))
    if (answer.error !== null && answer.errorCode === 'NOT_FOUND' && step === LAST) {
      // Perhaps the answer to an earlier press was lost. Then the address and the passphrase are those of the owner.
      if (!(await enter(next, null))) end({ is: 'over' })
      return null
    }
    if (answer.error !== null) return refuse(answer)
    setFault(null)
    if (step < LAST) {
      setStep(step + 1)
      return null
    }
    const { coursePrefixCode } = (answer.data as { data: { coursePrefixCode: string | null } }).data
    // Where a second factor is needed first, the log-in page says so.
    if (!(await enter(next, coursePrefixCode))) leaveTo('/login')
    return null
  }

  function refuse(answer: ApiFailure): FormRefusal | null {
    const ended = toEnd(answer)
    if (ended) {
      end(ended)
      return null
    }
    const fields = answer.fields ?? (answer.errorCode === 'PASSWORD_WEAK' ? { password: answer.error } : {})
    const first = STEP_FIELDS.findIndex((names) => names.some((name) => fields[name]))
    if (first === -1 || first === step) return { ...answer, fields }
    setFault({ message: null, faults: fields, isDone: false })
    setStep(first)
    return null
  }

  /** Logs in the owner, and opens the course in the studio. False: the log-in was refused. */
  async function enter({ email, password }: SetUpTexts, courseCode: string | null): Promise<boolean> {
    clearLinkToken()
    const storage = { local: localStorage, session: sessionStorage }
    const { profile } = await logInWithPassword(browserClient(), storage, { email, password }, 'admin')
    if (!profile) return false
    leaveTo(courseCode === null ? '/portal' : `/studio/courses/${courseCode.toLowerCase()}/overview`)
    return true
  }

  function leaveTo(path: string): void {
    deleteTypedTexts(sessionStorage)
    setPhase({ is: 'done' })
    // Not by the router: the whole page has the new name of the site.
    location.assign(path)
  }

  function end(last: Phase): void {
    if (last.is === 'over') deleteTypedTexts(sessionStorage)
    setPhase(last)
  }

  /** Keeps what is typed in the open step, also if the person goes back or reloads the page. */
  function keep(name: string, text: string): void {
    if (!(name in EMPTY)) return
    const next = { ...texts, [name]: text }
    setTexts(next)
    saveTypedTexts(sessionStorage, next)
  }

  function open(earlier: number): void {
    setFault(null)
    setStep(earlier)
  }
  return { phase, step, texts, fault, send, keep, open, load }
}

/** Null: the set-up goes on. */
function toEnd({ errorCode }: ApiFailure): Phase | null {
  if (errorCode === 'SET_UP_LINK_INVALID') return { is: 'broken' }
  return errorCode === 'NOT_FOUND' ? { is: 'over' } : null
}

function toBody(token: string, texts: SetUpTexts, step: number) {
  const { course, deliveryType, ...rest } = texts
  const isLast = step === LAST
  return {
    token,
    ...rest,
    course: isLast ? (course as 'own' | 'sample' | 'none') : ('none' as const),
    deliveryType: deliveryType === 'on-demand' ? ('on-demand' as const) : ('live' as const),
  }
}
