/** The fields of an offer as text in a form, the change that saving them makes, and the offer that they describe. Pure. */
import type { PricedOffer } from '#catalogue/catalog/cohort-on-sale.ts'
import type { OfferChange, OfferView } from '#catalogue/prices/wire.ts'
import { SITE_CURRENCY } from '#domain/money/currency.ts'
import { fromDecimal, type Money } from '#domain/money/money.ts'
import { listChangeFaults, type OfferAmounts } from '#domain/money/offer-amounts.ts'
import { plainAmount } from '#domain/money/typed-amount.ts'
import { toInstant, toZoneTime } from '#domain/schedule.ts'

export type OfferForm = {
  name: string
  price: string
  isFree: boolean
  before: string
  hasEarly: boolean
  early: string
  endDay: string
  endTime: string
  hasDeposit: boolean
  deposit: string
}
export type FieldName = keyof OfferForm
export type Faults = Partial<Record<FieldName, string>>

/** The last minute of a day. */
const DEFAULT_END_TIME = '23:59'

/** The texts of the form for what is stored. Null: the cohort has no offer yet. */
export function toForm(offer: OfferView | null, timezoneId: string): OfferForm {
  const end = offer?.early?.endsAt ? toZoneTime(new Date(offer.early.endsAt), timezoneId) : null
  const isFree = offer !== null && Number(offer.price.amount) === 0
  return {
    name: offer?.name ?? '',
    price: offer === null || isFree ? '' : offer.price.amount,
    isFree,
    before: offer?.before?.amount ?? '',
    hasEarly: offer?.early != null,
    early: offer?.early?.price.amount ?? '',
    endDay: end?.localDate ?? '',
    endTime: end?.localTime ?? DEFAULT_END_TIME,
    hasDeposit: offer?.deposit != null,
    deposit: offer?.deposit?.amount ?? '',
  }
}

/** The parts of an offer that a form changes. */
const PARTS = {
  name: ['name'],
  price: ['price', 'isFree'],
  before: ['before'],
  early: ['hasEarly', 'early', 'endDay', 'endTime'],
  deposit: ['hasDeposit', 'deposit'],
} as const
type Part = keyof typeof PARTS

/** The parts that differ from what is stored. Fields of a part that is switched off mean nothing. */
export function listChangedParts(typed: OfferForm, stored: OfferForm): Part[] {
  const form = normalise(typed, stored)
  return (Object.keys(PARTS) as Part[]).filter((part) => PARTS[part].some((name) => form[name] !== stored[name]))
}

function normalise(form: OfferForm, stored: OfferForm): OfferForm {
  return {
    ...form,
    ...(form.isFree && { price: '' }),
    ...((form.isFree || !form.hasEarly) && {
      hasEarly: false,
      early: '',
      endDay: '',
      endTime: stored.hasEarly ? DEFAULT_END_TIME : stored.endTime,
    }),
    ...((form.isFree || !form.hasDeposit) && { hasDeposit: false, deposit: '' }),
  }
}

/** The change from what is stored, or the faults of the fields. */
export function toChange(typed: OfferForm, stored: OfferForm): { change: OfferChange } | { faults: Faults } {
  const form = normalise(typed, stored)
  const faults = listFaults(form, stored)
  if (Object.keys(faults).length > 0) return { faults }
  const parts = listChangedParts(typed, stored)
  const has = (part: Part) => parts.includes(part)
  return {
    change: {
      ...(has('name') && { name: form.name }),
      ...(has('price') && { price: form.isFree ? '0' : plainAmount(form.price) }),
      ...(has('before') && { before: form.before.trim() === '' ? null : plainAmount(form.before) }),
      ...(has('early') && {
        early: form.hasEarly
          ? {
              price: plainAmount(form.early),
              endsAtLocal: form.endDay === '' ? null : `${form.endDay}T${form.endTime}`,
            }
          : null,
      }),
      ...(has('deposit') && { deposit: form.hasDeposit ? plainAmount(form.deposit) : null }),
    },
  }
}

function listFaults(form: OfferForm, stored: OfferForm): Faults {
  const required = (name: 'price' | 'before' | 'early' | 'deposit', sentence: string): Faults =>
    readAmount(form[name])
      ? {}
      : { [name]: form[name].trim() === '' ? sentence : 'Please enter an amount such as 45 or 45.50' }
  const faults: Faults = {
    ...(form.isFree ? {} : required('price', 'Price is required, or choose Free')),
    ...(!form.isFree && readAmount(form.price)?.minor === 0 && { price: 'Please choose Free, or enter a price' }),
    ...(form.before.trim() !== '' && required('before', '')),
    ...(form.hasEarly && required('early', 'Early price is required')),
    ...(form.hasEarly && form.endDay !== '' && form.endTime === '' && { endTime: 'Time is required' }),
    ...(form.hasDeposit && required('deposit', 'Deposit is required')),
  }
  if (Object.keys(faults).length > 0) return faults
  return listChangeFaults(toAmounts(form), toAmounts(stored))
}

function toAmounts(form: OfferForm): OfferAmounts {
  const minor = (text: string) => readAmount(text)?.minor ?? null
  return {
    price: minor(form.price) ?? 0,
    before: minor(form.before),
    early: form.hasEarly ? minor(form.early) : null,
    deposit: form.hasDeposit ? minor(form.deposit) : null,
  }
}

/** In the site's currency. Null: no amount. */
function readAmount(text: string): Money | null {
  const plain = plainAmount(text)
  return /^\d{1,6}(\.\d{1,2})?$/.test(plain) ? fromDecimal(plain, SITE_CURRENCY) : null
}

/** The offer that saving the form would make. Null: the form has faults. */
export function toPricedOffer(
  typed: OfferForm,
  stored: OfferForm,
  timezoneId: string,
): Pick<PricedOffer, 'price' | 'beforePrice'> | null {
  const form = normalise(typed, stored)
  if (Object.keys(listFaults(form, stored)).length > 0) return null
  return {
    price: {
      price: readAmount(form.isFree ? '0' : form.price)!,
      discountPrice: form.hasEarly ? readAmount(form.early) : null,
      discountEndsAt: form.hasEarly ? readEnd(form, timezoneId) : null,
      deposit: form.hasDeposit ? readAmount(form.deposit) : null,
    },
    beforePrice: form.before.trim() === '' ? null : readAmount(form.before),
  }
}

/** Null: no day, or a local time that the zone skips or repeats. */
export function readEnd({ endDay, endTime }: Pick<OfferForm, 'endDay' | 'endTime'>, timezoneId: string): Date | null {
  try {
    return endDay === '' ? null : toInstant(`${endDay}T${endTime}`, timezoneId)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const SERVER_FIELDS: Readonly<Record<string, FieldName>> = {
  'early.price': 'early',
  'early.endsAtLocal': 'endDay',
  early: 'early',
  name: 'name',
  before: 'before',
  deposit: 'deposit',
}

/** The field that the server's fault is about. */
export const toFieldName = (serverField: string): FieldName => SERVER_FIELDS[serverField] ?? 'price'
