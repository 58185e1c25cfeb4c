/** Records who did what. A write is recorded in its own transaction, a read before its response is sent. */
import type { Deps } from '#http/deps.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { AuditAction, AuditObjectKind } from './actions.ts'
import { addAuditEvent, hasAuditEventSince } from './queries.ts'

/** `operator` is a person at the command line; `unknown` is a person who is not logged in. */
export type AuditActor = { kind: 'admin' | 'learner'; id: string } | { kind: 'operator' | 'unknown' }

export type AuditEvent = {
  actor: AuditActor
  action: AuditAction
  object: { kind: AuditObjectKind; id: string | null }
  /** Counts and choices. Never a name or an address: the row can neither be changed nor deleted for two years. */
  details?: Readonly<Record<string, string | number | boolean | null>>
}

const SAME_READ_MINUTES = 10

export async function recordEvent(deps: Pick<Deps, 'origin'>, tx: Tx | Db, event: AuditEvent): Promise<void> {
  await addAuditEvent(tx, createRow(deps, event))
}

/** The same read by the same person from the same network is one event in ten minutes, because open pages poll. */
export async function recordRead(deps: Pick<Deps, 'db' | 'origin'>, event: AuditEvent): Promise<void> {
  const row = createRow(deps, event)
  if (!(await hasAuditEventSince(deps.db, row, SAME_READ_MINUTES))) await addAuditEvent(deps.db, row)
}

function createRow({ origin }: Pick<Deps, 'origin'>, { actor, action, object, details = {} }: AuditEvent) {
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
