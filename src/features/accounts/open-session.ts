/** Begins a session: the one way in, whatever the person has shown to earn it. */
import { recordEvent } from '#features/audit-log/record.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { bindingCookie } from './cookies.ts'
import { type Device, isBoundAs } from './device.ts'
import { createDeviceCookie } from './known-device.ts'
import { addSession, knownDevices } from './queries/sessions.ts'
import { type Audience, issueAccess, refreshToken } from './tokens.ts'
import type { Tokens } from './wire.ts'

type Person = { id: string; email: string; roles: string[] }
/** The tokens; the cookie that binds them to the browser, where that is wanted; and the one of a known device. */
export type Opened = { tokens: Tokens; cookie: readonly string[] | string | null }

/**
 * A log-in with a password or passkey counts as a step-up; a social log-in does not. A device that this person has not
 * used before is told of by mail, unless it is the first of all.
 */
export async function openSession(
  deps: Deps,
  tx: Tx,
  person: Person,
  audience: Audience,
  device: Device,
  isSteppedUp = true,
): Promise<Opened> {
  const known = await knownDevices(tx, person.id)
  const { id, counter } = await addSession(tx, { personId: person.id, audience, device, isSteppedUp })
  if (known.length > 0 && !known.includes(device.name))
    await deps.jobs.enqueue(tx, 'account.new-device', { sessionId: id, at: deps.clock().toISOString() })
  if (audience === 'admin')
    await recordEvent(deps, tx, {
      actor: { kind: 'admin', id: person.id },
      action: 'admin-logged-in',
      object: { kind: 'account', id: person.id },
    })
  const claims = { personId: person.id, sessionId: id, audience }
  return {
    tokens: {
      token: await issueAccess(deps.secrets, claims, person.roles, deps.clock()),
      refresh_token: refreshToken(deps.secrets, id, counter),
    },
    cookie: isBoundAs(device, audience)
      ? [bindingCookie(deps.secrets, audience, id), createDeviceCookie(deps.secrets, person.email)]
      : null,
  }
}
