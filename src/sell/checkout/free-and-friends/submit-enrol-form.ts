/** Handles the short form of a page without scripts, as the call would. */
import type { Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { parse } from '#http/parse.ts'
import { type General, GeneralBody } from '../wire/enrol.ts'
import { enrolGenerally } from './general-enrolment.ts'

/** Null for another form. */
export async function takeEnrolForm(deps: Deps, form: FormData, ip: string): Promise<Outcome<General> | null> {
  const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string' && value !== ''))
  if (fields.ask !== 'enrol') return null
  const read = parse(GeneralBody, { ...fields, consent: { terms: fields.terms !== undefined } })
  return read.ok ? enrolGenerally(deps, { kind: 'guest', checkoutToken: null }, read.value, ip) : read
}
