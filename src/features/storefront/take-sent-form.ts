/** A form of a page that was sent without scripts: what its page then shows, or the checkout that it leads to. */
import { data, type RouterContextProvider, redirect } from 'react-router'
import type { Refusal } from '#domain/outcome.ts'
import { type RefusalCode, refusals } from '#domain/refusal.ts'
import { takeEnrolForm } from '#features/checkout/take-enrol.ts'
import type { General } from '#features/checkout/wire/enrol.ts'
import type { Ask } from '#features/leads/asks.ts'
import { takeForm } from '#features/leads/take.ts'
import { clientAddressContext, depsContext } from '#http/context.ts'

export type Sent = {
  ask: Ask | 'enrol'
  email: string
  name: string
  error: string | null
  fields: Record<string, string>
  /** What became of a short form that enrols. */
  outcome?: General['outcome']
}

/** @throws a 400 for what is none of our forms, and the way to the checkout */
export async function takeSentForm(context: Readonly<RouterContextProvider>, request: Request) {
  const form = await request.formData()
  const [deps, ip] = [context.get(depsContext), context.get(clientAddressContext)]
  const typed = { email: String(form.get('email') ?? ''), name: String(form.get('name') ?? '') }
  const enrolled = await takeEnrolForm(deps, form, ip)
  if (enrolled?.ok && enrolled.value.checkoutUrl) throw redirect(enrolled.value.checkoutUrl, 303)
  if (enrolled?.ok)
    return { ask: 'enrol', ...typed, error: null, fields: {}, outcome: enrolled.value.outcome } satisfies Sent
  if (enrolled) return refusedWith('enrol', typed, enrolled.refusal)

  const taken = await takeForm(deps, form, ip)
  if (!taken) throw data(null, { status: 400 })
  if (!taken.outcome.ok) return refusedWith(taken.ask, typed, taken.outcome.refusal)
  return { ask: taken.ask, ...typed, error: null, fields: {} } satisfies Sent
}

function refusedWith(ask: Sent['ask'], typed: { email: string; name: string }, { code, fields = {} }: Refusal) {
  const { message, status }: { message: string; status: number } = refusals[code satisfies RefusalCode]
  return data({ ask, ...typed, error: message, fields: { ...fields } } satisfies Sent, { status })
}
