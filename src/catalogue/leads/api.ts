/** Binds the lead forms to their verbs. */
import type { Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { countVisit } from './count-visit.ts'
import { registerInterest } from './interest.ts'
import { joinReminderList } from './reminder.ts'
import { joinWaitlist } from './waitlist.ts'
import * as wire from './wire.ts'

export function leadsApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.comingSoonNotification, async ({ body, ip }) =>
      toResponse(await registerInterest(deps, 'coming-soon', { code: body.course, contact: body.data, ip })),
    ),
    handle(wire.sendCurriculum, async ({ body, ip }) =>
      toResponse(await registerInterest(deps, 'curriculum', { code: body.course, contact: body, ip })),
    ),
    handle(wire.joinWaitlist, async ({ body, ip }) => {
      const outcome = await joinWaitlist(deps, {
        cohortCode: body.courseCode,
        partySize: body.partySize,
        contact: body,
        ip,
      })
      return outcome.ok ? respond(200, { status: 'success', data: { joined: true } }) : refuse(outcome.refusal)
    }),
    handle(wire.campaignVisit, async ({ body, ip }) => toResponse(await countVisit(deps, { ...body, ip }))),
    handle(wire.courseReminderList, async ({ body, ip }) => toResponse(await joinReminderList(deps, { ...body, ip }))),
  ]
}

const toResponse = (outcome: Outcome<null>) =>
  outcome.ok ? respond(200, { status: 'success' as const }) : refuse(outcome.refusal)
