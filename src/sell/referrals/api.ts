/** Binds the referral endpoint to its verb. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, respond } from '#http/handle.ts'
import { listReferrals } from './own-referrals.ts'
import { ownReferrals } from './wire.ts'

export function referralsApi(deps: Deps): MountedEndpoint[] {
  return [handle(ownReferrals, async ({ actor }) => respond(200, { data: await listReferrals(deps, actor.personId) }))]
}
