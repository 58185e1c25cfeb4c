/** The statements of an import and an export: the whole catalogue, read once, and written where it differs. */
import { sql } from 'kysely'
import { GIFT_CARD_CODE } from '#domain/gift-card.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { CatalogueRows, CohortRow, CourseRow } from '../catalogue-rows.ts'
import { Terms } from '../content-schema.ts'
import { readDefinition } from '../definition.ts'

/** One import at a time: the second one waits, and then finds what the first one wrote. */
export async function lockCatalogue(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('catalogue import'))`.execute(tx)
}

/** seq scans: all of it, in the order of the files; but for what gift cards are sold as, which no file tells */
export async function storedRows(db: Db | Tx): Promise<CatalogueRows> {
  const terms = await db.selectFrom('refund_terms').selectAll().orderBy('delivery_type', 'desc').execute()
  const creators = await db.selectFrom('creator').selectAll().orderBy('slug').execute()
  const promoCodes = await db.selectFrom('promo_code').selectAll().orderBy('code').execute()
  const courses = await db
    .selectFrom('course')
    .selectAll()
    .where('prefix_code', '<>', GIFT_CARD_CODE)
    .orderBy('position')
    .orderBy('prefix_code')
    .execute()
  const taught = await db.selectFrom('course_creator').selectAll().orderBy('position').execute()
  const pages = await db.selectFrom('course_page').selectAll().orderBy('position').execute()
  const cohorts = await db
    .selectFrom('cohort')
    .selectAll()
    .where('prefix_code', '<>', GIFT_CARD_CODE)
    .orderBy('starts_at')
    .orderBy('course_code')
    .execute()
  const sessions = await db
    .selectFrom('cohort_session')
    .select(['course_code', 'item_id', 'title', 'pro', 'local_start', 'starts_at', 'ends_at'])
    .orderBy('position')
    .execute()
  const offers = await db
    .selectFrom('offer')
    .selectAll()
    .where('course_code', '<>', GIFT_CARD_CODE)
    .orderBy('course_code')
    .orderBy('position')
    .execute()

  const teachers = Map.groupBy(taught, (row) => row.prefix_code)
  const paths = Map.groupBy(pages, (row) => row.prefix_code)
  const meetings = Map.groupBy(sessions, (row) => row.course_code)
  return {
    refundTerms: terms.map((row) => ({ ...row, terms: Terms.parse(row.terms) })),
    creators,
    promoCodes: promoCodes.map(({ uses: _uses, created_at: _made, ...row }) => row),
    courses: courses.map((row) => ({
      ...row,
      definition: readDefinition(row.definition),
      creators: (teachers.get(row.prefix_code) ?? []).map((one) => one.creator_slug),
      pages: (paths.get(row.prefix_code) ?? []).map((one) => one.path),
    })),
    cohorts: cohorts.map(({ taken: _taken, ...row }) => ({
      ...row,
      enrol_closes_at: row.enrol_closes_at ?? row.starts_at,
      sessions: (meetings.get(row.course_code) ?? []).map(({ course_code: _code, ...one }) => one),
    })),
    offers,
  }
}

/** primary keys */
export async function putRefundTerms(tx: Tx, rows: CatalogueRows['refundTerms']): Promise<void> {
  for (const row of rows) {
    const terms = JSON.stringify(row.terms)
    await tx
      .insertInto('refund_terms')
      .values({ ...row, terms })
      .onConflict((on) => on.column('delivery_type').doUpdateSet({ terms }))
      .execute()
  }
}

/** primary keys */
export async function putCreators(tx: Tx, rows: CatalogueRows['creators']): Promise<void> {
  for (const { slug, ...row } of rows)
    await tx
      .insertInto('creator')
      .values({ slug, ...row })
      .onConflict((on) => on.column('slug').doUpdateSet(row))
      .execute()
}

/** primary keys; how often a code was used stays. Answers that number where the new limit is below it */
export async function putPromoCode(
  tx: Tx,
  { code, ...row }: CatalogueRows['promoCodes'][number],
): Promise<number | null> {
  const old = await tx.selectFrom('promo_code').select('uses').where('code', '=', code).forUpdate().executeTakeFirst()
  if (old && row.use_limit !== null && old.uses > row.use_limit) return old.uses
  await tx
    .insertInto('promo_code')
    .values({ code, ...row })
    .onConflict((on) => on.column('code').doUpdateSet(row))
    .execute()
  return null
}

/** course_page by prefix code: an address that moves between courses is free before it is taken */
export async function freePages(tx: Tx, prefixes: readonly string[]): Promise<void> {
  for (const prefix of prefixes) await tx.deleteFrom('course_page').where('prefix_code', '=', prefix).execute()
}

/** primary keys; its pages were freed before */
export async function putCourse(tx: Tx, { creators, pages, definition, ...row }: CourseRow): Promise<void> {
  const { prefix_code, ...rest } = { ...row, definition: JSON.stringify(definition) }
  await tx
    .insertInto('course')
    .values({ prefix_code, ...rest })
    .onConflict((on) => on.column('prefix_code').doUpdateSet(rest))
    .execute()
  await tx.deleteFrom('course_creator').where('prefix_code', '=', prefix_code).execute()
  await tx
    .insertInto('course_creator')
    .values(creators.map((creator_slug, position) => ({ prefix_code, creator_slug, position })))
    .execute()
  await tx
    .insertInto('course_page')
    .values(pages.map((path, position) => ({ path, prefix_code, position })))
    .execute()
}

/**
 * Primary keys; what is taught keeps its id when it moves. Answers how many seats are taken where the new number is too
 * few, or where the cohort would be cancelled by this while somebody has a seat in it.
 */
export async function putCohort(
  tx: Tx,
  { sessions, course_code, ...row }: CohortRow,
  isCancelling: boolean,
): Promise<number | null> {
  const old = await tx
    .selectFrom('cohort')
    .select('taken')
    .where('course_code', '=', course_code)
    .forUpdate()
    .executeTakeFirst()
  if (old && isCancelling && old.taken > 0) return old.taken
  if (old && row.capacity !== null && old.taken > row.capacity) return old.taken
  await tx
    .insertInto('cohort')
    .values({ course_code, ...row })
    .onConflict((on) => on.column('course_code').doUpdateSet(row))
    .execute()
  if (isCancelling)
    await tx
      .insertInto('cohort_cancellation')
      .values({ course_code, reason: 'Cancelled in the content files.' })
      .execute()

  const before = await tx.deleteFrom('cohort_session').where('course_code', '=', course_code).returningAll().execute()
  const ids = new Map(before.map((session) => [session.item_id, session.id]))
  const rows = sessions.map((session, position) => ({
    ...session,
    ...(ids.has(session.item_id) && { id: ids.get(session.item_id)! }),
    course_code,
    position,
    timezone_id: row.timezone_id,
  }))
  for (const session of rows) await tx.insertInto('cohort_session').values(session).execute()
  return null
}

/** primary keys */
export async function putOffers(tx: Tx, rows: CatalogueRows['offers']): Promise<void> {
  for (const { offer_code, ...row } of rows)
    await tx
      .insertInto('offer')
      .values({ offer_code, ...row })
      .onConflict((on) => on.column('offer_code').doUpdateSet(row))
      .execute()
}

/** Quotes are prices told a few minutes ago, and go with what they were told of; anything else that refers to it keeps it. */
export const removers = {
  async cohorts(tx: Tx, code: string): Promise<void> {
    await tx.deleteFrom('quote').where('course_code', '=', code).execute()
    await tx.deleteFrom('offer').where('course_code', '=', code).execute()
    // What an admin cancelled stays, with its reason: the foreign key keeps it.
    await tx
      .deleteFrom('cohort_cancellation')
      .where('course_code', '=', code)
      .where('cancelled_by', 'is', null)
      .execute()
    await tx.deleteFrom('cohort').where('course_code', '=', code).execute()
  },
  async offers(tx: Tx, code: string): Promise<void> {
    await tx.deleteFrom('quote').where('offer_code', '=', code).execute()
    await tx.deleteFrom('offer').where('offer_code', '=', code).execute()
  },
  async courses(tx: Tx, code: string): Promise<void> {
    const cohorts = await tx.selectFrom('cohort').select('course_code').where('prefix_code', '=', code).execute()
    for (const cohort of cohorts) await removers.cohorts(tx, cohort.course_code)
    await tx.deleteFrom('course').where('prefix_code', '=', code).execute()
  },
  async creators(tx: Tx, code: string): Promise<void> {
    await tx.deleteFrom('creator').where('slug', '=', code).execute()
  },
  async promoCodes(tx: Tx, code: string): Promise<void> {
    await tx.deleteFrom('promo_code').where('code', '=', code).execute()
  },
}

/** Null when it is done; else the table that still refers to what was to be removed, and nothing has happened. */
export async function unlessReferredTo(tx: Tx, work: () => Promise<void>): Promise<string | null> {
  await sql`savepoint removal`.execute(tx)
  try {
    await work()
    await sql`release savepoint removal`.execute(tx)
    return null
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    await sql`rollback to savepoint removal`.execute(tx)
    return error.table
  }
}

/** 23503, and 23001 where the key says `on delete restrict`. */
function isForeignKeyViolation(error: unknown): error is { code: string; table: string } {
  return error instanceof Error && 'code' in error && /^23(503|001)$/.test(String(error.code)) && 'table' in error
}
