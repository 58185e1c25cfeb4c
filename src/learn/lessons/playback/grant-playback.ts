/** Grants the files of a lesson, a recording or a preview to a player. docs/contract §18. */

import { keepLink } from '#catalogue/previews/queries.ts'
import type { CourseAccess } from '#domain/learning/access.ts'
import type { Deps } from '#http/deps.ts'
import type { Person } from '#http/handle.ts'
import { endOldGrants, type GrantedFiles, insertGrant } from '../queries/play-grants.ts'
import { lockLearner } from '../queries/progress.ts'
import { createGrantToken } from './grant-token.ts'

const MINUTE_MS = 60_000
/** A learner's grant lives this long after the last report of the player. */
const LEARNER_LIFE_MS = 10 * MINUTE_MS
const LONGEST_MS = 4 * 60 * MINUTE_MS
const PREVIEW_MS = 60 * MINUTE_MS
/** Living grants of a person that have video or audio. */
const MAX_LIVING_GRANTS = 3

export type Grant = { grantId: string; token: string; aliveUntil: Date; endsAt: Date }

/** The grant of a person whose access is open. A fourth one with video or audio ends the oldest. */
export async function grantToPerson(
  deps: Deps,
  person: Pick<Person, 'personId' | 'sessionId'>,
  access: CourseAccess,
  files: GrantedFiles,
): Promise<Grant> {
  const now = deps.clock()
  const endsAt = earliest(addMs(now, LONGEST_MS), access.until)
  const isTeacher = access.enrolmentId === null
  const aliveUntil = isTeacher ? endsAt : earliest(addMs(now, LEARNER_LIFE_MS), endsAt)
  const owner = { personId: person.personId, loginSessionId: person.sessionId, enrolmentId: access.enrolmentId }
  const grantId = await deps.db.transaction().execute(async (tx) => {
    // Parallel calls would not see each other's grants.
    await lockLearner(tx, person.personId)
    const id = await insertGrant(tx, { ...owner, ...files, createdAt: now, aliveUntil, endsAt })
    await endOldGrants(tx, person.personId, MAX_LIVING_GRANTS)
    return id
  })
  return { grantId, token: createGrantToken(deps.secrets, { grantId, endsAt }), aliveUntil, endsAt }
}

/**
 * The grant of a preview or a trailer, which everybody may play for an hour.
 *
 * @param previewTokenHash of the preview link with which a draft's trailer ends
 * @returns null if the link was ended meanwhile
 */
export async function grantToEverybody(
  deps: Deps,
  files: GrantedFiles,
  previewTokenHash: Buffer | null = null,
): Promise<Grant | null> {
  const now = deps.clock()
  const endsAt = addMs(now, PREVIEW_MS)
  const owner = { personId: null, loginSessionId: null, enrolmentId: null, previewTokenHash }
  const grantId = await deps.db.transaction().execute(async (tx) => {
    if (previewTokenHash && !(await keepLink(tx, previewTokenHash))) return null
    return insertGrant(tx, { ...owner, ...files, createdAt: now, aliveUntil: endsAt, endsAt })
  })
  if (grantId === null) return null
  return { grantId, token: createGrantToken(deps.secrets, { grantId, endsAt }), aliveUntil: endsAt, endsAt }
}

const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** Null is without an end. */
function earliest(a: Date, b: Date | null): Date {
  return b && b < a ? b : a
}
