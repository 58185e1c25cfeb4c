/** Binds the forms to their verbs. */
import type { Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted, refuse } from '#http/handle.ts'
import { registerInterest } from './interest.ts'
import { joinReminderList } from './reminder.ts'
import { joinWaitlist } from './waitlist.ts'
import * as wire from './wire.ts'

export function leadsApi(deps: Deps): Mounted[] {
  return [
    handle(wire.comingSoonNotification, async ({ body, ip }) =>
      taken(await registerInterest(deps, 'coming-soon', { code: body.course, contact: body.data, ip })),
    ),
    handle(wire.sendCurriculum, async ({ body, ip }) =>
      taken(await registerInterest(deps, 'curriculum', { code: body.course, contact: body, ip })),
    ),
    handle(wire.waitlist, async ({ body, ip }) => {
      const outcome = await joinWaitlist(deps, { ...body, contact: body, ip })
      return outcome.ok ? answer(200, { status: 'success', data: { joined: true } }) : refuse(outcome.refusal)
    }),
    handle(wire.courseReminderList, async ({ body, ip }) => taken(await joinReminderList(deps, { ...body, ip }))),
  ]
}

const taken = (outcome: Outcome<null>) =>
  outcome.ok ? answer(200, { status: 'success' as const }) : refuse(outcome.refusal)
