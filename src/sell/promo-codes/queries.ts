/** The statements of promo codes and of what they brought. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import { KEPT } from '#sell/refunds/queries/kept-money.ts'

export type ListedCodeRow = {
  code: string
  note: string
  percent_off: number | null
  amount_off_minor: number | null
  currency: string
  scope: 'all' | 'courses' | 'offers'
  codes: string[]
  min_seats: number
  starts_at: Date | null
  expires_at: Date | null
  use_limit: number | null
  per_person: number | null
  uses: number
  created_at: Date
}
export type CodeCursor = { createdAt: Date; code: string }

/**
 * promo_code_codes and promo_code_site; the codes that name the course, its cohorts or its offers, newest first, and with
 * `withSiteWide` those of every course.
 */
export async function listCodesOfCourse(
  db: Db,
  courseCode: string,
  { withSiteWide, after, limit }: { withSiteWide: boolean; after: CodeCursor | null; limit: number },
): Promise<ListedCodeRow[]> {
  const { rows } = await sql<ListedCodeRow>`
    with own as (
      select array[${courseCode}] || array(select cohort_code from cohort where course_code = ${courseCode}) as courses,
        array(select offer_code from offer join cohort using (cohort_code) where course_code = ${courseCode}) as offers)
    select code, note, percent_off, amount_off_minor, currency, scope, codes, min_seats, starts_at, expires_at, use_limit,
      per_person, uses, created_at
    from promo_code
    where ((scope = 'courses' and codes && (select courses from own)) or (scope = 'offers' and codes && (select offers from own))
      or (${withSiteWide} and scope = 'all'))
      ${after ? sql`and (date_trunc('milliseconds', created_at), code) < (${after.createdAt}, ${after.code})` : sql``}
    order by date_trunc('milliseconds', created_at) desc, code desc limit ${limit}`.execute(db)
  return rows
}

/**
 * orders_promo, then unique (order_id, attempt) of payment and the indexes of KEPT; what is kept of the payments of a
 * course's complete orders, by code and currency.
 */
export async function sumRevenueOfCodes(
  db: Db,
  courseCode: string,
  codes: readonly string[],
): Promise<{ promo_code: string; currency: string; minor: number }[]> {
  if (codes.length === 0) return []
  const { rows } = await sql<{ promo_code: string; currency: string; minor: number }>`
    select o.promo_code, o.currency, sum(${KEPT})::bigint as minor
    from orders o join cohort c on c.cohort_code = o.cohort_code
    join payment p on p.order_id = o.id and p.state = 'complete' and p.provider <> 'none'
    where o.promo_code = any(${[...codes]}::text[]) and c.course_code = ${courseCode} and o.state = 'complete'
    group by o.promo_code, o.currency having sum(${KEPT}) > 0 order by o.currency`.execute(db)
  return rows
}

/** orders_promo; a course's orders that are open or complete with each code */
export async function countUsesInCourse(
  db: Db,
  courseCode: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (codes.length === 0) return new Map()
  const { rows } = await sql<{ promo_code: string; uses: number }>`
    select o.promo_code, count(*)::int as uses from orders o join cohort c on c.cohort_code = o.cohort_code
    where o.promo_code = any(${[...codes]}::text[]) and c.course_code = ${courseCode} and o.state in ('open', 'complete')
    group by o.promo_code`.execute(db)
  return new Map(rows.map(({ promo_code, uses }) => [promo_code, uses]))
}

/** unique (code) of referral_code; whether a friend's link has the code */
export async function isReferralCode(tx: Tx, code: string): Promise<boolean> {
  const row = await tx.selectFrom('referral_code').select('code').where('code', '=', code).executeTakeFirst()
  return row !== undefined
}
