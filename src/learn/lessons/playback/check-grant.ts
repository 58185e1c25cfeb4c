/** Checks the token of a media address. docs/contract §18. */
import { LRUCache } from 'lru-cache'
import { isPublishedTrailer } from '#catalogue/catalog/queries/trailers.ts'
import { decideEnrolmentAccess } from '#domain/learning/access.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { listTaughtCourses } from '../is-teacher.ts'
import { toAccessFacts } from '../load-course-facts.ts'
import { findGrant } from '../queries/play-grants.ts'
import { readGrantToken } from './grant-token.ts'

/** An ended access, log-in or role stops a player within this time. */
const CHECK_LIFETIME_MS = 5000
const MAX_CHECKS = 10_000
const REQUESTS = { count: 120, windowMs: 10_000 }

export type CheckedGrant = {
  grantId: string
  assetIds: ReadonlySet<string>
  playedAssetId: string | null
  offeredAssetIds: ReadonlySet<string>
  personId: string | null
  lessonId: string | null
}
type GrantRow = NonNullable<Awaited<ReturnType<typeof findGrant>>>
export type CheckGrant = (token: string) => Promise<Outcome<CheckedGrant>>

/**
 * One checker for each process: it remembers what it allowed for five seconds, and counts the requests of a grant.
 *
 * @param timer the time of this memory, which a change of the machine's clock does not lengthen
 */
export function createGrantChecker(deps: Deps, timer: Pick<Performance, 'now'> = performance): CheckGrant {
  const memory = { max: MAX_CHECKS, perf: timer, ttlResolution: 0 }
  const checks = new LRUCache<string, Promise<CheckedGrant | null>>({ ...memory, ttl: CHECK_LIFETIME_MS })
  const requests = new LRUCache<string, { count: number }>({ ...memory, ttl: REQUESTS.windowMs })
  return async (token) => {
    const now = deps.clock()
    const content = readGrantToken(deps.secrets, token)
    if (!content || content.endsAt <= now) return refused('GRANT_ENDED')
    const { grantId } = content
    const counter = requests.get(grantId) ?? { count: 0 }
    counter.count++
    if (counter.count === 1) requests.set(grantId, counter)
    if (counter.count > REQUESTS.count) return refused('RATE_LIMITED', { retryAfter: REQUESTS.windowMs / 1000 })
    const checked = await (checks.get(grantId) ?? startCheck(grantId, now))
    return checked ? accepted(checked) : refused('GRANT_ENDED')
  }

  /** Requests that arrive meanwhile wait for the same statement. Remembered if it allows. */
  function startCheck(grantId: string, now: Date): Promise<CheckedGrant | null> {
    // Counted from before the query: a slow one must not lengthen an ended access.
    const start = timer.now()
    const check = checkRow(deps, grantId, now)
    checks.set(grantId, check, { start })
    const forget = () => {
      if (checks.peek(grantId) === check) checks.delete(grantId)
    }
    check.then((checked) => checked ?? forget(), forget)
    return check
  }
}

/** Null: the grant, its log-in or the access that it came from has ended. */
async function checkRow({ db }: Deps, grantId: string, now: Date): Promise<CheckedGrant | null> {
  const row = await findGrant(db, grantId)
  if (!row || row.alive_until <= now) return null
  const checked = {
    grantId,
    assetIds: new Set(row.asset_ids),
    playedAssetId: row.played_asset_id,
    offeredAssetIds: new Set(row.offered_asset_ids),
    personId: row.person_id,
    lessonId: row.lesson_id,
  }
  if (row.person_id === null) return (await isOpenToEverybody(db, row, now)) ? checked : null
  if (row.login_ended_at !== null || row.login_expires_at === null || row.login_expires_at <= now) return null
  if (row.enrolment_id === null) {
    const courses = row.course_code ? [row.course_code] : []
    const member = { personId: row.person_id, audience: row.login_audience ?? 'learner' }
    return (await listTaughtCourses(db, member, courses)).size > 0 ? checked : null
  }
  if (!row.enrolment_state) return null
  const facts = toAccessFacts({ ...row, enrolment_id: row.enrolment_id, enrolment_state: row.enrolment_state })
  return decideEnrolmentAccess(facts, now).state === 'open' ? checked : null
}

/** A preview lesson that is still published, or a trailer that its page or preview link still shows. */
async function isOpenToEverybody(
  db: Deps['db'],
  { lesson_id, is_preview, lesson_state, played_asset_id, preview_expires_at, ...row }: GrantRow,
  now: Date,
): Promise<boolean> {
  if (lesson_id !== null) return is_preview === true && lesson_state === 'published'
  if (row.preview_token_hash !== null) return preview_expires_at !== null && preview_expires_at > now
  return played_asset_id !== null && isPublishedTrailer(db, played_asset_id, null)
}
