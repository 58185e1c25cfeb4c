/** The fields of a cohort as text in a form, and the change that saving them makes. Pure. */
import type { CohortChange, CourseDraft } from '#catalogue/drafts/wire.ts'
import { plainAmount } from '#domain/money/typed-amount.ts'
import { plainTyped } from '#domain/typed-text.ts'

type Cohort = CourseDraft['cohorts'][number]
export type CohortForm = {
  price: string
  isFree: boolean
  day: string
  start: string
  minutes: string
  zone: string
  seats: string
  hasNoLimit: boolean
}
export type FieldName = keyof CohortForm

const DEFAULT_MINUTES = '60'

/** The texts of the form for what is stored. */
export function toForm({ price, sessions, timezoneId, capacity, state }: Cohort): CohortForm {
  const [session] = sessions
  const [day = '', start = ''] = session?.localStart.slice(0, 16).split('T') ?? []
  return {
    price: price === null || Number(price.amount) === 0 ? '' : price.amount,
    isFree: price !== null && Number(price.amount) === 0,
    day,
    start,
    minutes: session ? String((Date.parse(session.endsAt) - Date.parse(session.startsAt)) / 60_000) : DEFAULT_MINUTES,
    zone: session?.timezoneId ?? timezoneId,
    seats: capacity === null ? '' : String(capacity),
    hasNoLimit: capacity === null && state === 'open',
  }
}

/** The parts of a cohort that a form changes, by what a person calls them. */
export const PARTS = {
  price: ['price', 'isFree'],
  date: ['day', 'start', 'minutes', 'zone'],
  seats: ['seats', 'hasNoLimit'],
} as const
export type Part = keyof typeof PARTS

/** The parts that differ from what is stored. An amount beside Free, and a number beside No limit, mean nothing. */
export function listChangedParts(typed: CohortForm, stored: CohortForm): Part[] {
  const form = { ...typed, ...(typed.isFree && { price: '' }), ...(typed.hasNoLimit && { seats: '' }) }
  return (Object.keys(PARTS) as Part[]).filter((part) => PARTS[part].some((name) => form[name] !== stored[name]))
}

type Fault = readonly [name: FieldName, fault: string]

/** The change for the given parts, or the faults of their fields. */
export function toChange(
  form: CohortForm,
  parts: readonly Part[],
  lessonKey: string,
): { change: CohortChange } | { faults: Partial<Record<FieldName, string>> } {
  const faults = parts.flatMap((part): Fault[] => FAULTS[part](form))
  if (faults.length > 0) return { faults: Object.fromEntries(faults) }
  return {
    change: {
      ...(parts.includes('price') && { price: form.isFree ? '0' : plainAmount(form.price) }),
      ...(parts.includes('seats') && { seats: form.hasNoLimit ? null : Number(plainTyped(form.seats)) }),
      ...(parts.includes('date') && {
        dates: {
          timezoneId: form.zone,
          sessions: [{ lessonKey, localStart: `${form.day}T${form.start}`, minutes: Number(form.minutes) }],
        },
      }),
    },
  }
}

const FAULTS: Record<Part, (form: CohortForm) => Fault[]> = {
  price: ({ price, isFree }) =>
    isFree || (/^\d{1,6}(\.\d{1,2})?$/.test(plainAmount(price)) && Number(plainAmount(price)) > 0)
      ? []
      : [
          [
            'price',
            price.trim() === '' ? 'Price is required, or choose Free' : 'Please enter an amount such as 45 or 45.50',
          ],
        ],
  seats: ({ seats, hasNoLimit }) =>
    hasNoLimit || /^[1-9]\d{0,4}$/.test(plainTyped(seats))
      ? []
      : [['seats', seats.trim() === '' ? 'Seats are required, or choose No limit' : 'Please enter a whole number']],
  date: ({ day, start }) => [
    ...(day === '' ? [['day', 'Day is required'] as const] : []),
    ...(start === '' ? [['start', 'Time is required'] as const] : []),
  ],
}

/** The field that the server's fault is about. */
export function toFieldName(serverField: string): FieldName {
  if (serverField.startsWith('dates')) return serverField.endsWith('minutes') ? 'minutes' : 'start'
  return serverField === 'seats' ? 'seats' : 'price'
}
