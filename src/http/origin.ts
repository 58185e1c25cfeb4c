/** The origin of a call, for the audit log. Verbs find it in their deps; jobs and tools have none. */
import type { Deps } from './deps.ts'
import type { Call } from './handle.ts'

export function withOrigin(deps: Deps, { ip, requestId }: Pick<Call, 'ip' | 'requestId'>): Deps {
  return { ...deps, origin: { networkHash: deps.secrets.mac('network', ip), requestId } }
}
