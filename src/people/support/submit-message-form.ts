/** Handles a message posted without JavaScript, with the same checks as the endpoint. */
import { refusals } from '#domain/refusal.ts'
import type { Deps } from '#http/deps.ts'
import { parse } from '#http/parse.ts'
import { leaveMessage } from './leave-message.ts'
import * as wire from './wire.ts'

/** The result for the page. It returns the entered text if the message was refused. */
export type SentMessage = { email: string; message: string; error: string | null; fields: Record<string, string> }

export async function submitMessageForm(
  deps: Deps,
  { form, page, ip }: { form: FormData; page: string; ip: string },
): Promise<SentMessage & { status: number }> {
  const values = { email: getFormText(form, 'email'), message: getFormText(form, 'message') }
  const parsed = parse(wire.leaveMessage.body, { ...values, page })
  const outcome = parsed.ok ? await leaveMessage(deps, { ...parsed.value, ip }) : parsed
  if (outcome.ok) return { status: 200, email: values.email, message: '', error: null, fields: {} }
  const { code, fields = {} } = outcome.refusal
  const { status, message: error } = refusals[code]
  return { status, ...values, error, fields: { ...fields } }
}

const getFormText = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
