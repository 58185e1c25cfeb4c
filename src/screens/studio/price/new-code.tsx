import { Plus, Shuffle } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CohortPrices, CoursePrices } from '#catalogue/prices/wire.ts'
import { plainAmount } from '#domain/money/typed-amount.ts'
import { plainTyped } from '#domain/typed-text.ts'
import { browserClient } from '#http/client.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { createPromoCode, type PromoCodeList } from '#sell/promo-codes/wire.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, ErrorMessage, Field, Optional } from '#ui/field.tsx'
import { ClassWhen } from '#ui/local-time.tsx'
import { useForm } from '#ui/use-form.ts'
import { StudioDialog } from '../frame/studio-dialog.tsx'
import type { StudioCourse } from '../wire.ts'
import styles from './promo-codes.module.css'

type Props = {
  list: PromoCodeList
  prices: CoursePrices
  ownCourses: readonly Pick<StudioCourse, 'coursePrefixCode' | 'title'>[]
  session: AppSession
}
const FORM_ID = 'new-code'

export function NewCodeButton(props: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  // A new form each time: nothing of the last code is left in it.
  const [number, setNumber] = useState(0)
  const [isBusy, setBusy] = useState(false)
  return (
    <>
      <Button look="quiet" size="compact" onClick={() => dialog.current?.showModal()}>
        <Plus size={18} /> New code
      </Button>
      <StudioDialog
        ref={dialog}
        title="New promo code"
        note="It counts as soon as you make it."
        cancelLabel="Cancel"
        onClose={() => setNumber((before) => before + 1)}
        actions={
          <Button type="submit" size="compact" form={FORM_ID} aria-busy={isBusy}>
            Make the code
          </Button>
        }
      >
        <NewCodeForm key={number} {...props} onBusy={setBusy} onMade={() => dialog.current?.close()} />
      </StudioDialog>
    </>
  )
}

const isEmpty = (text: string) => text.trim() === ''
const isWhole = (text: string) => isEmpty(text) || /^[1-9]\d{0,6}$/.test(plainTyped(text))
const WHOLE = 'Please enter a whole number'
const toNumber = (text: string) => (isEmpty(text) ? null : Number(plainTyped(text)))

type FormProps = Props & { onBusy: (isBusy: boolean) => void; onMade: () => void }

function NewCodeForm({ list, prices, ownCourses, session, onBusy, onMade }: FormProps) {
  const [kind, setKind] = useState<'percent' | 'amount'>('percent')
  const [scope, setScope] = useState<Scope>('course')
  const [code, setCode] = useState('')
  const [scopeFault, setScopeFault] = useState<string | null>(null)
  // A new one after each answer: without one, the code may have been made.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { revalidate } = useRevalidator()
  const timezoneId = Intl.DateTimeFormat().resolvedOptions().timeZone
  const form = useForm(
    {
      code: (text) =>
        /^[a-z0-9]+(-[a-z0-9]+)*$/i.test(text.trim()) && text.trim().length > 2
          ? null
          : 'Please use 3 or more letters, digits and hyphens',
      note: () => null,
      off: (text) => getOffFault(kind, text),
      startsAtLocal: () => null,
      endsAtLocal: () => null,
      useLimit: (text) => (isWhole(text) ? null : WHOLE),
      perPerson: (text) => (isWhole(text) ? null : WHOLE),
      minSeats: (text) => (isWhole(text) ? null : WHOLE),
    },
    async (values, data) => {
      const codes = getCodes(scope, data, prices.coursePrefixCode)
      setScopeFault(codes?.length === 0 ? 'Please choose at least one' : null)
      if (codes?.length === 0) return { error: 'Please choose at least one' }
      onBusy(true)
      const response = await browserClient().call(createPromoCode, {
        auth: session.as,
        idempotencyKey: key,
        params: { course: prices.coursePrefixCode },
        body: {
          code: values.code,
          note: values.note,
          off: kind === 'percent' ? { percent: toNumber(values.off) ?? 0 } : { amount: plainAmount(values.off) },
          codes,
          timezoneId,
          startsAtLocal: values.startsAtLocal || null,
          endsAtLocal: values.endsAtLocal || null,
          useLimit: toNumber(values.useLimit),
          perPerson: toNumber(values.perPerson),
          minSeats: toNumber(values.minSeats) ?? 1,
        },
      })
      onBusy(false)
      if (response.status > 0) setKey(crypto.randomUUID())
      if (response.error !== null) return toRefusal(response)
      onMade()
      await revalidate()
      return null
    },
  )
  const fieldOf = (name: Parameters<typeof form.field>[0]) => ({
    ...form.field(name),
    idPrefix: FORM_ID,
    autoComplete: 'off',
  })
  return (
    <form {...form.form} id={FORM_ID} className={styles.form}>
      {form.errorMessage && !scopeFault && <ErrorMessage>{form.errorMessage}</ErrorMessage>}
      <div className={styles.withButton}>
        <Field
          {...fieldOf('code')}
          label="Code"
          maxLength={40}
          autoCapitalize="characters"
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value.toUpperCase())}
        />
        <Button look="quiet" onClick={() => setCode(createCode())}>
          <Shuffle size={18} /> Make one
        </Button>
      </div>
      <Field {...fieldOf('note')} label={<Optional>For whom, buyers don’t see it</Optional>} maxLength={120} />
      <fieldset className={styles.choices}>
        <legend>Takes off</legend>
        <label>
          <input type="radio" name="kind" checked={kind === 'percent'} onChange={() => setKind('percent')} /> Per cent
        </label>
        <label>
          <input type="radio" name="kind" checked={kind === 'amount'} onChange={() => setKind('amount')} /> An amount,
          once for each order
        </label>
      </fieldset>
      <Field
        {...fieldOf('off')}
        label={kind === 'percent' ? 'Per cent off' : 'US dollars off'}
        start={<i aria-hidden="true">{kind === 'percent' ? '%' : '$'}</i>}
        inputMode="decimal"
      />
      <ScopeChoice
        scope={scope}
        onScope={(next) => {
          setScope(next)
          setScopeFault(null)
        }}
        fault={scopeFault}
        cohorts={prices.cohorts}
        course={prices.coursePrefixCode}
        ownCourses={ownCourses}
        isSiteWide={list.isSiteWide}
      />
      <div className={styles.pair}>
        <Field {...fieldOf('startsAtLocal')} label={<Optional>From, your time</Optional>} type="datetime-local" />
        <Field {...fieldOf('endsAtLocal')} label={<Optional>Until, your time</Optional>} type="datetime-local" />
        <Field {...fieldOf('useLimit')} label={<Optional>Uses, all together</Optional>} inputMode="numeric" />
        <Field {...fieldOf('perPerson')} label={<Optional>Uses per person</Optional>} inputMode="numeric" />
        <Field {...fieldOf('minSeats')} label={<Optional>From how many seats</Optional>} inputMode="numeric" />
      </div>
    </form>
  )
}

type Scope = 'course' | 'cohorts' | 'courses' | 'site'
type ScopeProps = Pick<Props, 'ownCourses'> & {
  scope: Scope
  onScope: (scope: Scope) => void
  fault: string | null
  cohorts: readonly CohortPrices[]
  course: string
  isSiteWide: boolean
}

function ScopeChoice({ scope, onScope, fault, cohorts, course, ownCourses, isSiteWide }: ScopeProps) {
  const ahead = cohorts.filter(({ endsAt }) => endsAt === null || Date.parse(endsAt) > Date.now())
  const radioOf = (value: Scope) => ({
    type: 'radio',
    name: 'scope',
    checked: scope === value,
    onChange: () => onScope(value),
  })
  return (
    <fieldset className={styles.choices}>
      <legend>Good for</legend>
      <label>
        <input {...radioOf('course')} /> This course{ahead.length > 1 && ', any dates'}
      </label>
      {ahead.length > 1 && (
        <label>
          <input {...radioOf('cohorts')} /> Some dates
        </label>
      )}
      {scope === 'cohorts' && (
        <div>
          {ahead.map(({ cohortCode, name, startsAt, timezoneId }) => (
            <CheckField
              key={cohortCode}
              name="cohorts"
              value={cohortCode}
              label={
                <>
                  {name || cohortCode}
                  {startsAt && (
                    <>
                      , from <ClassWhen at={startsAt} zone={timezoneId} form="date-year" />
                    </>
                  )}
                </>
              }
            />
          ))}
        </div>
      )}
      {ownCourses.length > 1 && (
        <label>
          <input {...radioOf('courses')} /> Several courses
        </label>
      )}
      {scope === 'courses' && (
        <div>
          {ownCourses.map(({ coursePrefixCode, title }) => (
            <CheckField
              key={coursePrefixCode}
              name="courses"
              value={coursePrefixCode}
              label={title}
              defaultChecked={coursePrefixCode === course}
            />
          ))}
        </div>
      )}
      {isSiteWide && (
        <label>
          <input {...radioOf('site')} /> Every course of the site
        </label>
      )}
      {fault && <ErrorMessage>{fault}</ErrorMessage>}
    </fieldset>
  )
}

/** Null: every course. */
function getCodes(scope: Scope, data: FormData, course: string): string[] | null {
  if (scope === 'site') return null
  return scope === 'course' ? [course] : data.getAll(scope).map(String)
}

function getOffFault(kind: 'percent' | 'amount', text: string): string | null {
  if (kind === 'percent')
    return /^([1-9]\d?|100)$/.test(plainTyped(text)) ? null : 'Please enter a whole number from 1 to 100'
  const amount = plainAmount(text)
  return /^\d{1,6}(\.\d{1,2})?$/.test(amount) && Number(amount) > 0
    ? null
    : 'Please enter an amount such as 20 or 20.50'
}

function toRefusal<Response extends { error: string; fields?: Record<string, string> | undefined }>(
  response: Response,
) {
  const { fields = {} } = response
  const off = fields['off.percent'] ?? fields['off.amount'] ?? fields.off
  return { ...response, fields: { ...fields, ...(off && { off }) } }
}

const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Eight letters and digits that cannot be mistaken for others. */
function createCode(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => LETTERS[byte % LETTERS.length]).join('')
}
