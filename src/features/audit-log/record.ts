/** Records who did what. A write is recorded in its own transaction, a read before its answer is sent. */
import type { Deps } from '#http/deps.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Action, ObjectKind } from './actions.ts'
import { addEvent, hasEventSince } from './queries.ts'

/** `operator` is somebody at the command line, `unknown` somebody who is not logged in. */
export type Actor = { kind: 'admin' | 'learner'; id: string } | { kind: 'operator' | 'unknown' }

export type AuditEvent = {
  actor: Actor
  action: Action
  object: { kind: ObjectKind; id: string | null }
  /** Counts and choices. Never a name or an address: the row can neither be changed nor deleted for two years. */
  details?: Readonly<Record<string, string | number | boolean | null>>
}

const SAME_READ_MINUTES = 10

export async function recordEvent(deps: Pick<Deps, 'origin'>, tx: Tx | Db, event: AuditEvent): Promise<void> {
  await addEvent(tx, rowFor(deps, event))
}

/** The same read by the same person from the same network is one event in ten minutes: an open page asks again and again. */
export async function recordRead(deps: Pick<Deps, 'db' | 'origin'>, event: AuditEvent): Promise<void> {
  const row = rowFor(deps, event)
  if (!(await hasEventSince(deps.db, row, SAME_READ_MINUTES))) await addEvent(deps.db, row)
}

function rowFor({ origin }: Pick<Deps, 'origin'>, { actor, action, object, details = {} }: AuditEvent) {
  return {
    actor_kind: actor.kind,
    actor_id: 'id' in actor ? actor.id : null,
    action,
    object_kind: object.kind,
    object_id: object.id,
    network_hash: origin?.networkHash ?? null,
    request_id: origin?.requestId ?? null,
    details: JSON.stringify(details),
  }
}
