/** Handles a form of a course page that was sent without scripts, with the same checks as the API. */
import type { Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { parse } from '#http/parse.ts'
import { registerInterest } from './interest.ts'
import { LEAD_KINDS, type LeadKind } from './lead-kinds.ts'
import { joinReminderList } from './reminder.ts'
import { joinWaitlist } from './waitlist.ts'
import * as wire from './wire.ts'

/** Null for an unknown form. */
export async function submitLeadForm(
  deps: Deps,
  form: FormData,
  ip: string,
): Promise<{ kind: LeadKind; outcome: Outcome<null> } | null> {
  const input = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string' && value !== ''))
  const kind = LEAD_KINDS.find((one) => one === input.ask)
  return kind ? { kind: kind, outcome: await submit(deps, kind, input, ip) } : null
}

async function submit(deps: Deps, kind: LeadKind, input: object, ip: string): Promise<Outcome<null>> {
  if (kind === 'waitlist') {
    const parsed = parse(wire.joinWaitlist.body, input)
    return parsed.ok
      ? joinWaitlist(deps, {
          cohortCode: parsed.value.courseCode,
          partySize: parsed.value.partySize,
          contact: parsed.value,
          ip,
        })
      : parsed
  }
  if (kind === 'reminder') {
    const parsed = parse(wire.courseReminderList.body, input)
    return parsed.ok ? joinReminderList(deps, { ...parsed.value, ip }) : parsed
  }
  const parsed = parse(wire.joinWaitlist.body, input)
  return parsed.ok ? registerInterest(deps, kind, { code: parsed.value.courseCode, contact: parsed.value, ip }) : parsed
}
