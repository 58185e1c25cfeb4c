/** Creates a session. Every log-in method uses this function. */

import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { Tx } from '#platform/db/db.ts'
import { addSession, listKnownDevices } from '../queries/sessions.ts'
import { accountNewDeviceJob } from '../queue.ts'
import type { Tokens } from '../wire.ts'
import { createSessionCookies } from './cookies.ts'
import { type Device, isBoundForAudience } from './device.ts'
import { createDeviceCookie } from './known-device.ts'
import { type Audience, createAccessToken, createRefreshToken } from './tokens.ts'

type Person = { id: string; email: string; roles: string[] }
/** The tokens, and the cookies of a bound session: those of `cookies.ts` and, after a log-in, the device cookie. */
export type CreatedSession = { tokens: Tokens; cookie: readonly string[] | null }

/**
 * A log-in with a password or passkey counts as a step-up; a social log-in does not. The person gets an e-mail about
 * a device that they have not used before, except the very first one.
 */
export async function createSession(
  deps: Deps,
  tx: Tx,
  person: Person,
  audience: Audience,
  device: Device,
  isSteppedUp = true,
): Promise<CreatedSession> {
  const knownDeviceNames = await listKnownDevices(tx, person.id)
  const { id, counter } = await addSession(tx, { personId: person.id, audience, device, isSteppedUp })
  if (knownDeviceNames.length > 0 && !knownDeviceNames.includes(device.name))
    await deps.jobs.enqueue(tx, accountNewDeviceJob, { sessionId: id, at: deps.clock().toISOString() })
  if (audience === 'admin')
    await recordEvent(deps, tx, {
      actor: { kind: 'admin', id: person.id },
      action: 'admin-logged-in',
      object: { kind: 'account', id: person.id },
    })
  const claims = { personId: person.id, sessionId: id, audience }
  const tokens = {
    token: await createAccessToken(deps.secrets, claims, person.roles, deps.clock()),
    refresh_token: createRefreshToken(deps.secrets, id, counter),
  }
  return {
    tokens,
    cookie: isBoundForAudience(device, audience)
      ? [...createSessionCookies(deps.secrets, audience, id, tokens), createDeviceCookie(deps.secrets, person.email)]
      : null,
  }
}
