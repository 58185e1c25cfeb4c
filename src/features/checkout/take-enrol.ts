/** The short form of a page that was sent without scripts: read, checked and carried out as the call would. */
import type { Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { parse } from '#http/parse.ts'
import { enrolGenerally } from './general-enrolment.ts'
import { type General, GeneralBody } from './wire/enrol.ts'

/** Null where it is another form. */
export async function takeEnrolForm(deps: Deps, form: FormData, ip: string): Promise<Outcome<General> | null> {
  const given = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string' && value !== ''))
  if (given.ask !== 'enrol') return null
  const read = parse(GeneralBody, { ...given, consent: { terms: given.terms !== undefined } })
  return read.ok ? enrolGenerally(deps, { kind: 'guest', checkoutToken: null }, read.value, ip) : read
}
