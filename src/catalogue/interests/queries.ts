/** The statements that find people to whom news about a cohort is due. docs/contract §25. */
import { sql } from 'kysely'
import type { NoticeKind } from '#catalogue/leads/queries/interests.ts'
import type { Db, Tx } from '#platform/db/db.ts'

export type DueNotice = {
  interestId: string
  cohortCode: string
  timezoneId: string | null
  courseZone: string
  closesAt: Date | null
}
export type DueCursor = Pick<DueNotice, 'interestId' | 'cohortCode'> | null

const CLOSES_AT = sql<Date | null>`coalesce(c.enrol_closes_at, c.starts_at)`

/** Nobody is enrolled in the cohort with this address, by enrolment_person. */
const IS_NOT_ENROLLED = sql<boolean>`not exists (select from enrolment e join person p on p.id = e.person_id
  where p.email = i.email and e.cohort_code = c.cohort_code and e.state <> 'cancelled')`

const hasNotice = (
  ...kinds: NoticeKind[]
) => sql<boolean>`exists (select from interest_notice n join interest j on j.id = n.interest_id
  where j.email = i.email and n.cohort_code = c.cohort_code and n.kind = any(${kinds}::text[]))`

/** The news of each kind: who gets it, and about which cohorts. */
const CONDITIONS: Readonly<Record<NoticeKind, (closingUntil: Date) => ReturnType<typeof sql<boolean>>>> = {
  opened: () => sql`i.kind = 'coming-soon' and c.state = 'open' and c.opened_at >= i.created_at`,
  dated: () => sql`i.kind = 'reminder' and c.state in ('announced', 'open') and c.dated_at >= i.created_at
    and not ${hasNotice('opened')}`,
  closing: (closingUntil) => sql`i.kind = 'reminder' and c.state = 'open' and ${CLOSES_AT} <= ${closingUntil}
    and i.created_at < ${CLOSES_AT} - interval '48 hours'
    and not exists (select from interest_notice n where n.interest_id = i.id and n.cohort_code = c.cohort_code
      and n.created_at > ${CLOSES_AT} - interval '48 hours')`,
}

/**
 * interest_told, cohort_course. Confirmed people to whom a kind of news is due, after `after`, at most `limit`.
 *
 * @param closingUntil the latest end of enrolment that counts as soon
 */
export async function listDueNotices(
  db: Db | Tx,
  kind: NoticeKind,
  query: {
    now: Date
    closingUntil: Date
    excluded: readonly string[]
    after: DueCursor
    limit: number
    /** Only news about this cohort. */
    cohortCode?: string
  },
): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    select i.id as "interestId", c.cohort_code as "cohortCode", i.timezone_id as "timezoneId",
      c.timezone_id as "courseZone", ${CLOSES_AT} as "closesAt"
    from cohort c join course k on k.course_code = c.course_code
      join interest i on i.course_code = c.course_code and i.confirmed_at is not null and i.left_at is null
    where k.withdrawn_at is null and k.course_code <> all(${[...query.excluded]}::text[])
      and (${query.cohortCode === undefined} or c.cohort_code = ${query.cohortCode ?? ''})
      and (${CLOSES_AT} > ${query.now}) is not false and ${CONDITIONS[kind](query.closingUntil)}
      and ${IS_NOT_ENROLLED}
      and not exists (select from interest_notice n
        where n.interest_id = i.id and n.cohort_code = c.cohort_code and n.kind = ${kind})
      and (${query.after === null} or (i.id, c.cohort_code) > (${query.after?.interestId ?? null}::uuid, ${query.after?.cohortCode ?? ''}))
    order by i.id, c.cohort_code limit ${query.limit}`.execute(db)
  return rows
}

/** interest_told; one confirmed request for each address that got no e-mail about the cohort and has no seat in it */
export async function listPeopleToTell(db: Db, cohortCode: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct on (i.email) i.id
    from cohort c join interest i on i.course_code = c.course_code and i.confirmed_at is not null and i.left_at is null
    where c.cohort_code = ${cohortCode} and ${IS_NOT_ENROLLED} and not ${hasNotice('opened', 'dated')}
    order by i.email, i.id`.execute(db)
  return rows.map((row) => row.id)
}

/** interest_course; the requests for news about withdrawn courses that are not ended yet, in the order of their ids */
export async function listRequestsOfWithdrawnCourses(
  db: Db,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select i.id from course k join interest i on i.course_code = k.course_code
    where k.withdrawn_at is not null and i.kind in ('coming-soon', 'reminder') and i.left_at is null
      and (${after}::uuid is null or i.id > ${after}::uuid)
    order by i.id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Whether the address has a seat in the cohort. */
export async function isEnrolled(tx: Tx, email: string, cohortCode: string): Promise<boolean> {
  const row = await tx
    .selectFrom('enrolment')
    .innerJoin('person', 'person.id', 'enrolment.person_id')
    .select('enrolment.id')
    .where('person.email', '=', email)
    .where('enrolment.cohort_code', '=', cohortCode)
    .where('enrolment.state', '<>', 'cancelled')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
