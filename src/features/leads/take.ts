/** A form of a course page that was sent without scripts: read, checked and kept as the call would. */
import type { Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { parse } from '#http/parse.ts'
import { ASKS, type Ask } from './asks.ts'
import { registerInterest } from './interest.ts'
import { joinReminderList } from './reminder.ts'
import { joinWaitlist } from './waitlist.ts'
import * as wire from './wire.ts'

/** Null where it is none of our forms. */
export async function takeForm(
  deps: Deps,
  form: FormData,
  ip: string,
): Promise<{ ask: Ask; outcome: Outcome<null> } | null> {
  const given = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string' && value !== ''))
  const ask = ASKS.find((one) => one === given.ask)
  return ask ? { ask, outcome: await take(deps, ask, given, ip) } : null
}

async function take(deps: Deps, ask: Ask, given: object, ip: string): Promise<Outcome<null>> {
  if (ask === 'waitlist') {
    const read = parse(wire.waitlist.body, given)
    return read.ok ? joinWaitlist(deps, { ...read.value, contact: read.value, ip }) : read
  }
  if (ask === 'reminder') {
    const read = parse(wire.courseReminderList.body, given)
    return read.ok ? joinReminderList(deps, { ...read.value, ip }) : read
  }
  const read = parse(wire.waitlist.body, given)
  return read.ok ? registerInterest(deps, ask, { code: read.value.courseCode, contact: read.value, ip }) : read
}
