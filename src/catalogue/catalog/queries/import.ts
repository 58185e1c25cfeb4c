/** The statements of imports and exports: the catalogue is read once, and changed rows are written. */
import { sql } from 'kysely'
import type { CompletionRule } from '#domain/learning/completion.ts'
import { deleteProfileAssets } from '#media/queries/assets.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { CatalogueRows, CertificateRule, CohortRow } from '../catalogue-rows.ts'
import { readTexts } from '../files/definition.ts'
import { loadMedia, loadOutlines, loadTrailerTracks } from './load-outline.ts'
import type { GetAssetId } from './outline.ts'
import { deleteCourse } from './published-course.ts'
import { putSessions } from './put-sessions.ts'

/** One import at a time: the second one waits, and then reads the result of the first. */
export async function lockCatalogue(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('catalogue import'))`.execute(tx)
}

/** The courses that a demo came with. */
export async function listSeededCourses(db: Db): Promise<ReadonlySet<string>> {
  const versions = db.selectFrom('course_version').select('course_code').distinct()
  const rows = await versions.where('source', '=', 'seed').execute()
  return new Set(rows.map(({ course_code }) => course_code))
}

/**
 * Seq scans: all rows, in the order of the files. Drafts that were never published are left out, with their cohorts,
 * and so is a teacher who has nothing but drafts: files know nothing about them.
 */
export async function loadStoredRows(db: Db | Tx): Promise<CatalogueRows> {
  const refundTerms = await db.selectFrom('refund_terms').selectAll().orderBy('delivery_type', 'desc').execute()
  const creators = await db
    .selectFrom('creator')
    .select(['slug', 'name', 'initials', 'quote', 'biography', 'links'])
    .where((is) =>
      is.or([
        is('person_id', 'is', null),
        is.exists(is.selectFrom('course_creator').select('course_code').whereRef('creator_slug', '=', 'creator.slug')),
      ]),
    )
    .orderBy('slug')
    .execute()
  const promoCodes = await db.selectFrom('promo_code').selectAll().orderBy('code').execute()
  const courses = await db.selectFrom('public_course').selectAll().orderBy('position').orderBy('course_code').execute()
  const courseCreators = await db.selectFrom('course_creator').selectAll().orderBy('position').execute()
  const pages = await db.selectFrom('course_page').selectAll().orderBy('position').execute()
  const cohorts = await db
    .selectFrom('cohort')
    .innerJoin('public_course', 'public_course.course_code', 'cohort.course_code')
    .selectAll('cohort')
    .orderBy('cohort.starts_at')
    .orderBy('cohort.cohort_code')
    .execute()
  const sessions = await db
    .selectFrom('cohort_session')
    .innerJoin('lesson', 'lesson.id', 'cohort_session.lesson_id')
    .select([
      'cohort_code',
      'lesson.key as lesson_key',
      'cohort_session.title',
      'pro',
      'local_start',
      'starts_at',
      'ends_at',
      'recap',
      'recording_asset_id',
    ])
    .where('cancelled_at', 'is', null)
    .orderBy('cohort_session.position')
    .execute()
  const offers = await db
    .selectFrom('offer')
    .innerJoin('cohort', 'cohort.cohort_code', 'offer.cohort_code')
    .innerJoin('public_course', 'public_course.course_code', 'cohort.course_code')
    .selectAll('offer')
    .orderBy('offer.cohort_code')
    .orderBy('offer.position')
    .execute()
  const getMedia = await loadMedia(db)
  const outlines = await loadOutlines(db, getMedia)
  const trailerTracks = await loadTrailerTracks(db)

  const teachers = Map.groupBy(courseCreators, (row) => row.course_code)
  const paths = Map.groupBy(pages, (row) => row.course_code)
  const meetings = Map.groupBy(sessions, (row) => row.cohort_code)
  return {
    refundTerms,
    creators,
    promoCodes: promoCodes.map(({ uses: _uses, created_at: _createdAt, ...row }) => row),
    courses: courses.map(({ published_at: _publishedAt, ...row }) => ({
      ...row,
      definition: readTexts(row.definition),
      trailerTracks: trailerTracks.get(row.course_code) ?? [],
      completion: row.completion as CompletionRule,
      certificate: row.certificate as CertificateRule,
      ...(outlines.get(row.course_code) ?? { curriculum: [], proSessions: [] }),
      creators: (teachers.get(row.course_code) ?? []).map((one) => one.creator_slug),
      pages: (paths.get(row.course_code) ?? []).map((one) => one.path),
    })),
    cohorts: cohorts.map(
      ({
        taken: _taken,
        enrolled: _enrolled,
        waiting_party: _waitingParty,
        opened_at: _openedAt,
        dated_at: _datedAt,
        ...row
      }) => ({
        ...row,
        enrol_closes_at: row.enrol_closes_at ?? row.starts_at,
        sessions: (meetings.get(row.cohort_code) ?? []).map(
          ({ cohort_code: _code, recording_asset_id, ...session }) => ({
            ...session,
            recording: getMedia(recording_asset_id),
          }),
        ),
      }),
    ),
    offers,
  }
}

/** primary keys */
export async function putRefundTerms(tx: Tx, rows: CatalogueRows['refundTerms']): Promise<void> {
  for (const row of rows) {
    await tx
      .insertInto('refund_terms')
      .values(row)
      .onConflict((on) => on.column('delivery_type').doUpdateSet({ note: row.note }))
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

/** primary keys; keeps the number of uses. Returns that number when the new limit is below it */
export async function putPromoCode(
  tx: Tx,
  { code, ...row }: CatalogueRows['promoCodes'][number],
): Promise<number | null> {
  const existing = await tx
    .selectFrom('promo_code')
    .select('uses')
    .where('code', '=', code)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (existing && row.use_limit !== null && existing.uses > row.use_limit) return existing.uses
  await tx
    .insertInto('promo_code')
    .values({ code, ...row })
    .onConflict((on) => on.column('code').doUpdateSet(row))
    .execute()
  return null
}

/**
 * Primary keys; a session keeps its id when it moves. Returns the number of taken seats when the new capacity is too
 * small, or when the cohort would be cancelled while learners have seats.
 */
export async function putCohort(
  tx: Tx,
  { sessions, cohort_code, ...row }: CohortRow,
  isCancelling: boolean,
  getAssetId: GetAssetId,
): Promise<number | null> {
  const existing = await tx
    .selectFrom('cohort')
    .select('taken')
    .where('cohort_code', '=', cohort_code)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (existing && isCancelling && existing.taken > 0) return existing.taken
  if (existing && row.capacity !== null && existing.taken > row.capacity) return existing.taken
  await tx
    .insertInto('cohort')
    .values({ cohort_code, ...row })
    .onConflict((on) => on.column('cohort_code').doUpdateSet(row))
    .execute()
  if (isCancelling)
    await tx
      .insertInto('cohort_cancellation')
      .values({ cohort_code, reason: 'Cancelled in the content files.' })
      .execute()

  await putSessions(
    tx,
    { cohort_code, course_code: row.course_code, timezone_id: row.timezone_id, sessions },
    getAssetId,
  )
  return null
}

/** primary keys */
export async function putOffers(tx: Tx, rows: CatalogueRows['offers']): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('offer')
    .values(rows)
    .onConflict((on) =>
      on.column('offer_code').doUpdateSet((is) => ({
        cohort_code: is.ref('excluded.cohort_code'),
        name: is.ref('excluded.name'),
        currency: is.ref('excluded.currency'),
        price_minor: is.ref('excluded.price_minor'),
        discount_price_minor: is.ref('excluded.discount_price_minor'),
        discount_ends_at: is.ref('excluded.discount_ends_at'),
        before_price_minor: is.ref('excluded.before_price_minor'),
        deposit_minor: is.ref('excluded.deposit_minor'),
        position: is.ref('excluded.position'),
        expires_at: is.ref('excluded.expires_at'),
      })),
    )
    .execute()
}

/** The database deletes the quotes of an offer, which last a few minutes. Any other reference prevents the removal. */
export const catalogueRemovers = {
  async cohorts(tx: Tx, code: string): Promise<void> {
    await tx.deleteFrom('offer').where('cohort_code', '=', code).execute()
    // The foreign key keeps a cohort that an admin cancelled, with its reason.
    await tx
      .deleteFrom('cohort_cancellation')
      .where('cohort_code', '=', code)
      .where('cancelled_by', 'is', null)
      .execute()
    await tx.deleteFrom('cohort').where('cohort_code', '=', code).execute()
  },
  async offers(tx: Tx, code: string): Promise<void> {
    await tx.deleteFrom('offer').where('offer_code', '=', code).execute()
  },
  async courses(tx: Tx, code: string): Promise<void> {
    const cohorts = await tx.selectFrom('cohort').select('cohort_code').where('course_code', '=', code).execute()
    for (const cohort of cohorts) await catalogueRemovers.cohorts(tx, cohort.cohort_code)
    await deleteCourse(tx, code)
  },
  async creators(tx: Tx, code: string): Promise<void> {
    await tx.updateTable('creator').set({ photo_asset_id: null }).where('slug', '=', code).execute()
    await deleteProfileAssets(tx, code)
    await tx.deleteFrom('creator').where('slug', '=', code).execute()
  },
  async promoCodes(tx: Tx, code: string): Promise<void> {
    await tx.deleteFrom('promo_code').where('code', '=', code).execute()
  },
}

/** Null when done; else the table that still refers to the row, and nothing has changed. */
export async function tryRemove(tx: Tx, work: () => Promise<void>): Promise<string | null> {
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

/** 23503, and 23001 when the foreign key has `on delete restrict`. */
function isForeignKeyViolation(error: unknown): error is { code: string; table: string } {
  return error instanceof Error && 'code' in error && /^23(503|001)$/.test(String(error.code)) && 'table' in error
}
