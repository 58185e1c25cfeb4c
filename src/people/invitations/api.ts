/** Connects the endpoints about invitations to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { inviteToRole, listInvitations, sendAgain, takeBack } from './invite.ts'
import * as wire from './wire.ts'

export function invitationsApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.listInvitations, async ({ actor }) => respond(200, { data: await listInvitations(deps, actor) })),
    handle(wire.invite, ({ actor, body, ...call }) => {
      const { course: courseCode, ...invited } = body
      return inviteToRole(withOrigin(deps, call), actor, { ...invited, courseCode, ip: call.ip })
    }),
    handle(wire.sendInvitationAgain, ({ actor, params, ...call }) =>
      sendAgain(withOrigin(deps, call), actor, { ...params, ip: call.ip }),
    ),
    handle(wire.revokeInvitation, ({ actor, params, ...call }) =>
      takeBack(withOrigin(deps, call), actor, params.invitationId),
    ),
    handle(wire.readInvitation, ({ body, ip }) => readInvitation(deps, { ...body, ip })),
    handle(wire.acceptInvitation, ({ body, ...call }) =>
      acceptInvitation(withOrigin(deps, call), { ...body, ip: call.ip }),
    ),
  ]
}
