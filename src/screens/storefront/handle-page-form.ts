/** Handles a page form that was submitted without scripts. Returns what the page shows, or redirects to the checkout. */
import { data, type RouterContextProvider, redirect } from 'react-router'
import type { LeadKind } from '#catalogue/leads/lead-kinds.ts'
import { submitLeadForm } from '#catalogue/leads/submit-form.ts'
import type { Refusal } from '#domain/outcome.ts'
import { type RefusalCode, refusals } from '#domain/refusal.ts'
import { clientAddressContext, depsContext } from '#http/context.ts'
import { readForm } from '#http/request/form-body.ts'
import { takeEnrolForm } from '#sell/checkout/free-and-friends/submit-enrol-form.ts'
import type { General } from '#sell/checkout/wire/enrol.ts'

export type PageFormResult = {
  formKind: LeadKind | 'enrol'
  email: string
  name: string
  error: string | null
  fields: Record<string, string>
  /** Outcome of a quick enrolment form. */
  outcome?: General['outcome']
}

/** @throws a 400 response for an unknown form, and the redirect to the checkout */
export async function handlePageForm(context: Readonly<RouterContextProvider>, request: Request) {
  const form = await readForm(request)
  const [deps, ip] = [context.get(depsContext), context.get(clientAddressContext)]
  const input = { email: String(form.get('email') ?? ''), name: String(form.get('name') ?? '') }
  const enrolled = await takeEnrolForm(deps, form, ip)
  if (enrolled?.ok && enrolled.value.checkoutUrl) throw redirect(enrolled.value.checkoutUrl, 303)
  if (enrolled?.ok)
    return {
      formKind: 'enrol',
      ...input,
      error: null,
      fields: {},
      outcome: enrolled.value.outcome,
    } satisfies PageFormResult
  if (enrolled) return createRefusedForm('enrol', input, enrolled.refusal)

  const result = await submitLeadForm(deps, form, ip)
  if (!result) throw data(null, { status: 400 })
  if (!result.outcome.ok) return createRefusedForm(result.kind, input, result.outcome.refusal)
  return { formKind: result.kind, ...input, error: null, fields: {} } satisfies PageFormResult
}

function createRefusedForm(
  formKind: PageFormResult['formKind'],
  input: { email: string; name: string },
  { code, fields = {} }: Refusal,
) {
  const { message, status }: { message: string; status: number } = refusals[code satisfies RefusalCode]
  return data({ formKind: formKind, ...input, error: message, fields: { ...fields } } satisfies PageFormResult, {
    status,
  })
}
