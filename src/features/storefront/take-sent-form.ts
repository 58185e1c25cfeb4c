/** A form of a page that was sent without scripts: what its page then shows. */
import { data, type RouterContextProvider } from 'react-router'
import { refusals } from '#domain/refusal.ts'
import { takeForm } from '#features/leads/take.ts'
import { clientAddressContext, depsContext } from '#http/context.ts'

/** @throws a 400 for what is none of our forms */
export async function takeSentForm(context: Readonly<RouterContextProvider>, request: Request) {
  const form = await request.formData()
  const taken = await takeForm(context.get(depsContext), form, context.get(clientAddressContext))
  if (!taken) throw data(null, { status: 400 })
  const { ask, outcome } = taken
  const email = String(form.get('email') ?? '')
  if (outcome.ok) return { ask, email, error: null, fields: {} }
  const { code, fields = {} } = outcome.refusal
  return data({ ask, email, error: refusals[code].message, fields: { ...fields } }, { status: refusals[code].status })
}
