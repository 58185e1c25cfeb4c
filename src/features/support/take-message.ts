/** A message that was sent without scripts: read, checked and kept as the call would. */
import { refusals } from '#domain/refusal.ts'
import type { Deps } from '#http/deps.ts'
import { parse } from '#http/parse.ts'
import { leaveMessage } from './leave-message.ts'
import * as wire from './wire.ts'

/** What the page shows of it. What was typed comes back where it was not taken. */
export type SentMessage = { email: string; message: string; error: string | null; fields: Record<string, string> }

export async function takeMessage(
  deps: Deps,
  { form, page, ip }: { form: FormData; page: string; ip: string },
): Promise<SentMessage & { status: number }> {
  const given = { email: text(form, 'email'), message: text(form, 'message') }
  const read = parse(wire.leaveMessage.body, { ...given, page })
  const outcome = read.ok ? await leaveMessage(deps, { ...read.value, ip }) : read
  if (outcome.ok) return { status: 200, email: given.email, message: '', error: null, fields: {} }
  const { code, fields = {} } = outcome.refusal
  const { status, message: error } = refusals[code]
  return { status, ...given, error, fields: { ...fields } }
}

const text = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
