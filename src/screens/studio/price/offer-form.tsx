import { nameZone } from '#domain/dates/zone-name.ts'
import { BALANCE_DAYS_AFTER, BALANCE_DAYS_BEFORE } from '#domain/money/deposit.ts'
import { CheckField, Field, Optional } from '#ui/field.tsx'
import { ClassWhen } from '#ui/local-time.tsx'
import { type Faults, type FieldName, type OfferForm as Form, readEnd } from './offer-fields.ts'
import styles from './price.module.css'

type Props = {
  /** Begins the ids of the fields. */
  id: string
  form: Form
  faults: Faults
  timezoneId: string
  deliveryType: 'live' | 'on-demand'
  mayEdit: boolean
  /** Whether the offer needs a name, because the cohort has several. */
  hasName: boolean
  onChange: (change: Partial<Form>) => void
}

/** The amounts of one offer. */
export function OfferForm({ id, form, faults, timezoneId, deliveryType, mayEdit, hasName, onChange }: Props) {
  const fieldOf = (name: Exclude<FieldName, 'isFree' | 'hasEarly' | 'hasDeposit'>) => ({
    name,
    idPrefix: id,
    value: form[name],
    error: faults[name],
    readOnly: !mayEdit,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [name]: currentTarget.value }),
  })
  const amountOf = (name: 'price' | 'before' | 'early' | 'deposit') => ({
    ...fieldOf(name),
    start: <i aria-hidden="true">$</i>,
    inputMode: 'decimal' as const,
  })
  const checkOf = (name: 'isFree' | 'hasEarly' | 'hasDeposit') => ({
    name,
    checked: form[name],
    disabled: !mayEdit,
    onChange: ({ currentTarget }: { currentTarget: { checked: boolean } }) =>
      onChange({ [name]: currentTarget.checked }),
  })
  const noun = deliveryType === 'live' ? 'A seat' : 'The course'
  const end = form.hasEarly ? readEnd(form, timezoneId) : null
  return (
    <div className={styles.offer} data-offer={id}>
      {hasName && <Field {...fieldOf('name')} label={<Optional>Name, buyers don’t see it</Optional>} maxLength={60} />}
      <div className={styles.pair}>
        <Field {...amountOf('price')} label={`${noun} costs`} disabled={form.isFree} />
        <Field {...amountOf('before')} label={<Optional>Struck-through price</Optional>} />
      </div>
      <CheckField {...checkOf('isFree')} label="Free" />
      <p className={styles.hint}>
        The struck-through price is shown beside the price and never charged. Use one that you really asked for before.
      </p>
      {!form.isFree && (
        <>
          <div className={styles.part}>
            <CheckField {...checkOf('hasEarly')} label={<b>Early price</b>} />
            {form.hasEarly && (
              <>
                <div className={styles.triple}>
                  <Field {...amountOf('early')} label={`${noun} costs`} />
                  <Field {...fieldOf('endDay')} label="Until" type="date" />
                  <Field {...fieldOf('endTime')} label={`At, ${nameZone(timezoneId)}`} type="time" />
                </div>
                <p className={styles.hint}>
                  {end ? (
                    <>
                      From <ClassWhen at={end.toISOString()} zone={timezoneId} form="date-year" />,{' '}
                      <ClassWhen at={end.toISOString()} zone={timezoneId} form="time" /> {nameZone(timezoneId)}, the
                      other price is charged again by itself.
                    </>
                  ) : (
                    'Without a day, it has no end.'
                  )}
                </p>
              </>
            )}
          </div>
          <div className={styles.part}>
            <CheckField {...checkOf('hasDeposit')} label={<b>Deposit</b>} />
            {form.hasDeposit && (
              <>
                <div className={styles.triple}>
                  <Field {...amountOf('deposit')} label="Due at once" />
                </div>
                <p className={styles.hint}>
                  {deliveryType === 'live'
                    ? `The rest is due ${BALANCE_DAYS_BEFORE} days before the first session. Less than that before it, the page offers no deposit.`
                    : `The rest is due ${BALANCE_DAYS_AFTER} days after the purchase.`}
                </p>
              </>
            )}
          </div>
        </>
      )}
    </div>
  )
}
