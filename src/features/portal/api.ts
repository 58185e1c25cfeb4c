/** Binds the portal's endpoint to its verb. */
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted, refuse } from '#http/handle.ts'
import { signedUpInfoOf } from './signed-up-info.ts'
import { signedUpInfo } from './wire.ts'

export function portalApi(deps: Deps): Mounted[] {
  return [
    handle(signedUpInfo, async ({ actor }) => {
      if (actor.kind !== 'person') return refuse({ code: 'TOKEN_REQUIRED' })
      return answer(200, { data: await signedUpInfoOf(deps, actor.personId) })
    }),
  ]
}
