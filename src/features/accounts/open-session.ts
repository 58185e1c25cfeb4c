/** Begins a session: the one way in, whatever the person has shown to earn it. */
import { recordEvent } from '#features/audit-log/record.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { bindingCookie } from './cookies.ts'
import type { Device } from './device.ts'
import { addSession, knownDevices } from './queries/sessions.ts'
import { type Audience, issueAccess, refreshToken } from './tokens.ts'
import type { Tokens } from './wire.ts'

type Person = { id: string; roles: string[] }
/** The tokens, and the cookie that binds them to the browser where that is wanted. */
export type Opened = { tokens: Tokens; cookie: string | null }

/** A device that this person has not used before is told of by mail, unless it is the first of all. */
export async function openSession(
  deps: Deps,
  tx: Tx,
  person: Person,
  audience: Audience,
  device: Device,
): Promise<Opened> {
  const known = await knownDevices(tx, person.id)
  const { id, counter } = await addSession(tx, { personId: person.id, audience, device })
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
    cookie: device.isBound ? bindingCookie(deps.secrets, audience, id) : null,
  }
}
