/** Imports a folder of content files into the catalogue: everything, or nothing. */
import { listChangedUnits } from '#catalogue/drafts/draft-units.ts'
import { indexFiles } from '#catalogue/drafts/lesson-drafts.ts'
import { listDraftsForImport } from '#catalogue/drafts/queries.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { listCourseFiles } from '#media/queries/assets.ts'
import type { Tx } from '#platform/db/db.ts'
import type { CatalogueRows, CourseRow } from '../catalogue-rows.ts'
import { createCourseDocument } from '../publish/course-document.ts'
import { publishCourse } from '../publish/publish-course.ts'
import {
  catalogueRemovers,
  loadStoredRows,
  lockCatalogue,
  putCohort,
  putCreators,
  putOffers,
  putPromoCode,
  putRefundTerms,
  tryRemove,
} from '../queries/import.ts'
import { loadImportedRecordings, putImportedRecordings } from '../queries/imported-recordings.ts'
import type { GetAssetId } from '../queries/outline.ts'
import { putGroupDiscount, putRefundPolicy } from '../queries/published-course.ts'
import { forgetStudioChanges, listStudioChanges } from '../queries/studio-changes.ts'
import { isPageTaken, listErasedCreators, listOwnProfiles, lockPage } from '../queries/teacher-profile.ts'
import { listUnversionedCourses, lockCourses } from '../queries/versions.ts'
import { type Content, readContent } from './content.ts'
import { type Change, compareCatalogues, type RowKind } from './differences.ts'
import { deleteStoredMedia, findMedia, type ImportedMedia, putMedia, storeMedia } from './import-media.ts'
import { keepStored } from './keep-stored.ts'
import { createPlannedRows } from './planned.ts'
import { findStudioChanges } from './studio-changes.ts'

export type ImportResult = {
  changes: Change[]
  /** Versions that were published. */
  versions: { courseCode: string; number: number }[]
  retained: { kind: RowKind; code: string }[]
  /** Cancelled cohorts that the files would reopen. They stay cancelled. */
  stayCancelled: string[]
  /** Media files that are missing (`withoutMedia`), by course. Their lessons are planned or keep their content. */
  missingMedia: string[]
}
type ImportDeps = Pick<Deps, 'db' | 'blobs'> & { config: Pick<Deps['config'], 'media'> }

/** Thrown to roll back a dry run or an import with faults. */
class RolledBack extends Error {}

type ImportOptions = {
  isTrial?: boolean
  removes?: boolean
  withoutMedia?: boolean
  /** Replaces texts of the studio that were not published yet. */
  overDrafts?: boolean
  /** Replaces live rows that the studio has changed since the last import, such as prices. */
  overStudio?: boolean
  source?: 'import' | 'seed'
  /** Runs in the transaction of the import, so that a crash after it loses nothing. A dry run rolls it back too. */
  onChanged?: (tx: Tx, changes: readonly Change[]) => Promise<void>
}

/**
 * Refused with every fault as `reason`, one per line, with file, line and column. Rows that the files omit stay, unless
 * `removes` is set. A dry run (`isTrial`) does everything and rolls it back.
 *
 * @param today the day from which the files count their days
 */
export async function importContent(
  deps: ImportDeps,
  folder: string,
  today: Date,
  {
    isTrial = false,
    removes = false,
    withoutMedia = false,
    overDrafts = false,
    overStudio = false,
    source = 'import',
    onChanged,
  }: ImportOptions = {},
): Promise<Outcome<ImportResult>> {
  const content = await readContent(folder, today, deps.config.media.embedOrigins)
  if (!content.ok) return content
  const faults: string[] = []
  const media = await findMedia(deps, content.value, faults)
  if (!withoutMedia)
    for (const { courseCode, source } of media.missing.values())
      faults.push(
        content.value.formatFault(
          courseCode,
          source.at,
          `\`${source.name}\` is neither in the folder nor in the store`,
        ),
      )
  if (faults.length > 0) return refused('FIELD_INVALID', { reason: faults.join('\n') })
  if (!isTrial) await storeMedia(deps, media)
  const imported: ImportResult = {
    changes: [],
    versions: [],
    retained: [],
    stayCancelled: [],
    missingMedia: [...media.missing.values()].map(({ courseCode, source }) => `${courseCode} ${source.name}`),
  }
  try {
    await deps.db.transaction().execute(async (tx) => {
      await lockCatalogue(tx)
      await lockCourses(
        tx,
        content.value.courses.map(({ file }) => file.code),
      )
      const notes = await listStudioChanges(tx)
      const stored = await loadStoredRows(tx)
      const fromFiles = createPlannedRows(content.value, today, stored.courses)
      const erased = await listErasedCreators(tx)
      const requested = { ...fromFiles, creators: keepErased(stored.creators, fromFiles.creators, erased) }
      const { planned, stayCancelled } = keepStored(stored, requested, media, await loadImportedRecordings(tx))
      Object.assign(imported, compareCatalogues(stored, planned, removes), { stayCancelled })
      faults.push(...findTakenPages(stored, imported, content.value))
      faults.push(...(await findNewerDrafts(tx, content.value, overDrafts)))
      if (!overStudio) faults.push(...(await findStudioChanges(tx, imported.changes, stored, content.value)))
      faults.push(...(await findTakenSlugs(tx, listNewSlugs(imported.changes))))
      if (faults.length === 0)
        faults.push(...(await applyChanges(tx, imported, stored, planned, content.value, media, source)))
      if (faults.length > 0) throw new RolledBack()
      await forgetNamedRows(tx, planned, imported.changes, notes)
      await putImportedRecordings(tx, requested.cohorts)
      await onChanged?.(tx, imported.changes)
      if (isTrial) throw new RolledBack()
    })
  } catch (error) {
    // After another error the commit may have happened. The nightly job deletes blobs without a row.
    if (!(error instanceof RolledBack)) throw error
    if (!isTrial) await deleteStoredMedia(deps, media)
  }
  return faults.length > 0 ? refused('FIELD_INVALID', { reason: faults.join('\n') }) : accepted(imported)
}

/** Returns the faults. Removals come first, so that their codes and addresses become free. */
async function applyChanges(
  tx: Tx,
  { changes, versions }: Pick<ImportResult, 'changes' | 'versions'>,
  stored: CatalogueRows,
  planned: CatalogueRows,
  content: Content,
  media: ImportedMedia,
  source: 'import' | 'seed',
): Promise<string[]> {
  const codes = (kind: RowKind, ...changeTypes: Change['changeType'][]) =>
    new Set(changes.filter((one) => one.kind === kind && changeTypes.includes(one.changeType)).map((one) => one.code))
  const codesToWrite = (kind: RowKind) => codes(kind, 'new', 'changed')
  const faults: string[] = []
  const wasCancelled = new Set(
    stored.cohorts.filter(({ state }) => state === 'cancelled').map((cohort) => cohort.cohort_code),
  )

  const removals = listRemovals(
    stored,
    codes('courses', 'removed'),
    codes('cohorts', 'removed'),
    codes('offers', 'removed'),
  )
  for (const kind of ['offers', 'cohorts', 'courses'] as const) faults.push(...(await remove(tx, kind, removals[kind])))
  await putRefundTerms(
    tx,
    planned.refundTerms.filter((row) => codesToWrite('refundTerms').has(row.delivery_type)),
  )
  await putCreators(
    tx,
    planned.creators.filter((row) => codesToWrite('creators').has(row.slug)),
  )
  for (const row of planned.promoCodes.filter((one) => codesToWrite('promoCodes').has(one.code))) {
    const uses = await putPromoCode(tx, row)
    if (uses !== null) faults.push(`promo code ${row.code}: it was used ${uses} times, which is more than \`useLimit\``)
  }
  const assets = new Map<string, GetAssetId>()
  // A course from before there were versions gets its first one.
  const toPublish = codesToWrite('courses').union(new Set(await listUnversionedCourses(tx)))
  for (const row of planned.courses.filter((one) => toPublish.has(one.course_code)).toSorted(byCode)) {
    const courseCode = row.course_code
    assets.set(courseCode, await putMedia(tx, media, courseCode))
    const document = createCourseDocument(row)
    const published = await publishCourse(tx, { courseCode, document, source, publishedBy: null, note: null })
    await putRefundPolicy(tx, row)
    await putGroupDiscount(tx, row)
    faults.push(...published.missing.map((key) => formatMissingFault(content, courseCode, key)))
    if (published.isNew) versions.push({ courseCode, number: published.number })
  }
  for (const row of planned.cohorts.filter((one) => codesToWrite('cohorts').has(one.cohort_code))) {
    const isCancelling = row.state === 'cancelled' && !wasCancelled.has(row.cohort_code)
    const getAssetId = assets.get(row.course_code) ?? (await putMedia(tx, media, row.course_code))
    const taken = await putCohort(tx, row, isCancelling, getAssetId)
    if (taken === null) continue
    faults.push(
      isCancelling
        ? formatCohortFault(content, row.cohort_code, 'state', `${formatTakenSeats(taken)}. ${CANCEL_IN_ADMIN}`)
        : formatCohortFault(content, row.cohort_code, 'seats', `${taken} seats are already taken`),
    )
  }
  await putOffers(
    tx,
    planned.offers.filter((row) => codesToWrite('offers').has(row.offer_code)),
  )
  for (const kind of ['creators', 'promoCodes'] as const)
    faults.push(...(await remove(tx, kind, codes(kind, 'removed'))))
  return faults
}

/** What a teacher had erased with the account stays erased, although the files still have it. */
function keepErased(
  stored: CatalogueRows['creators'],
  requested: CatalogueRows['creators'],
  erased: ReadonlySet<string>,
): CatalogueRows['creators'] {
  const bySlug = new Map(stored.map((row) => [row.slug, row]))
  return requested.map((row) => (erased.has(row.slug) ? (bySlug.get(row.slug) ?? row) : row))
}

/** From now on the studio and the files agree on these rows. */
async function forgetNamedRows(
  tx: Tx,
  planned: CatalogueRows,
  changes: readonly Change[],
  notes: Awaited<ReturnType<typeof listStudioChanges>>,
): Promise<void> {
  const named = {
    courses: planned.courses.map((row) => row.course_code),
    creators: planned.creators.map(({ slug }) => slug),
    cohorts: planned.cohorts.map((row) => row.cohort_code),
    offers: planned.offers.map((row) => row.offer_code),
    promoCodes: planned.promoCodes.map(({ code }) => code),
  }
  const rows = new Set(
    Object.entries(named)
      .flatMap(([kind, codes]) => codes.map((code) => `${kind} ${code}`))
      .concat(changes.flatMap(({ kind, code, changeType }) => (changeType === 'removed' ? `${kind} ${code}` : []))),
  )
  await forgetStudioChanges(
    tx,
    notes.filter(({ kind, code }) => rows.has(`${kind} ${code}`)),
  )
}

const listNewSlugs = (changes: readonly Change[]) =>
  new Set(changes.filter((one) => one.kind === 'creators' && one.changeType === 'new').map(({ code }) => code))

/** Locks of courses are always taken in this order. */
const byCode = (one: CourseRow, other: CourseRow) => (one.course_code < other.course_code ? -1 : 1)

const CANCEL_IN_ADMIN = 'Cancel these dates on the admin’s orders page: the buyers then get a refund and an e-mail'
const formatTakenSeats = (taken: number) => (taken === 1 ? '1 seat is taken' : `${taken} seats are taken`)

/** The removals to report: a course includes its cohorts, and a cohort its offers. */
function listRemovals(
  { cohorts, offers }: CatalogueRows,
  removedCourses: ReadonlySet<string>,
  removedCohorts: ReadonlySet<string>,
  removedOffers: ReadonlySet<string>,
) {
  const ownCohorts = cohorts.filter(
    (cohort) => removedCohorts.has(cohort.cohort_code) && !removedCourses.has(cohort.course_code),
  )
  const ownOffers = offers.filter(
    (offer) => removedOffers.has(offer.offer_code) && !removedCohorts.has(offer.cohort_code),
  )
  return {
    courses: removedCourses,
    cohorts: new Set(ownCohorts.map((cohort) => cohort.cohort_code)),
    offers: new Set(ownOffers.map((offer) => offer.offer_code)),
  }
}

const REFERENCE_REASONS: Readonly<Record<string, string>> = {
  orders: 'there are orders for it',
  enrolment: 'people are enrolled in it',
  cohort_cancellation: 'an admin cancelled it',
  seat_hold: 'a buyer is paying for a seat in it',
  waitlist_entry: 'people wait for a seat in it',
  interest: 'people asked to be notified about it',
  course_creator: 'they teach a course that stays',
  lesson_progress: 'people have started it',
  watch: 'people have started it',
  lesson_note: 'people have notes in it',
  attendance: 'people have attended it',
  course_completion: 'people have completed it',
  certificate: 'people have a certificate of it',
}
const ALTERNATIVES = {
  courses: 'Keep its file, and close it for good with `withdrawnAt`.',
  cohorts: 'Keep it in its file. An admin can cancel these dates on the orders page.',
  offers: 'Keep it, with `expiresAt` in the past.',
  creators: 'Keep them.',
  promoCodes: 'Keep it, with `endsAt` in the past.',
}
const KIND_NAMES = {
  courses: 'course',
  cohorts: 'cohort',
  offers: 'offer',
  creators: 'creator',
  promoCodes: 'promo code',
}

async function remove(tx: Tx, kind: keyof typeof catalogueRemovers, codes: ReadonlySet<string>): Promise<string[]> {
  const faults: string[] = []
  for (const code of codes) {
    const table = await tryRemove(tx, () => catalogueRemovers[kind](tx, code))
    if (table === null) continue
    const why = REFERENCE_REASONS[table] ?? `\`${table}\` refers to it`
    faults.push(`${KIND_NAMES[kind]} ${code} cannot be removed: ${why}. ${ALTERNATIVES[kind]}`)
  }
  return faults
}

/**
 * Faults for courses that are drafts in the studio, and for those with changes that are not published: the import
 * would throw them away.
 */
async function findNewerDrafts(tx: Tx, content: Content, overDrafts: boolean): Promise<string[]> {
  const codes = content.courses.map(({ file }) => file.code)
  const drafts = Map.groupBy(await listDraftsForImport(tx, codes), ({ courseCode }) => courseCode)
  const faults: string[] = []
  for (const [code, rows] of drafts) {
    const [{ isPublished, document }] = rows as [(typeof rows)[number]]
    const addFault = (message: string) => faults.push(content.formatFault(code, [], message))
    if (!isPublished) addFault('is a draft in the studio. Publish it there, or choose another code')
    if (!isPublished || overDrafts) continue
    const files = indexFiles(await listCourseFiles(tx, code))
    if (listChangedUnits(rows, document, files).length > 0)
      addFault('has changes in the studio that are not published. `--over-drafts` replaces them')
  }
  return faults
}

/**
 * Faults for new teachers of the files whose slug is that of a person's own profile, or an address that the page of
 * another teacher has or had.
 */
async function findTakenSlugs(tx: Tx, slugs: ReadonlySet<string>): Promise<string[]> {
  const inOrder = [...slugs].toSorted()
  for (const slug of inOrder) await lockPage(tx, slug)
  const own = new Set(await listOwnProfiles(tx, inOrder))
  const faults: string[] = []
  for (const slug of inOrder) {
    const why = own.has(slug)
      ? 'is the profile of a person on this site'
      : (await isPageTaken(tx, slug, slug)) && 'is an address that the page of another teacher has, or had'
    if (why) faults.push(`creators.yaml: \`${slug}\` ${why}. Please choose another slug`)
  }
  return faults
}

/** Faults for page addresses of courses that stay although the files omit them. */
function findTakenPages(stored: CatalogueRows, { retained }: ImportResult, content: Content): string[] {
  const retainedCourses = stored.courses.filter((course) =>
    retained.some(({ kind, code }) => kind === 'courses' && code === course.course_code),
  )
  return content.courses.flatMap(({ file }) =>
    file.pages.flatMap((page, index) => {
      const owner = retainedCourses.find((course) => course.pages.includes(page))
      return owner
        ? content.formatFault(file.code, ['pages', index], `\`${page}\` is a page of ${owner.course_code}`)
        : []
    }),
  )
}

function formatCohortFault(content: Content, cohortCode: string, field: 'seats' | 'state', message: string): string {
  const { file, index } = content.courses
    .flatMap(({ file, cohorts }) => cohorts.map((cohort, index) => ({ file, index, code: cohort.createCohortCode })))
    .find((cohort) => cohort.code === cohortCode)!
  return content.formatFault(file.code, ['cohorts', index, field], message)
}

function formatMissingFault(content: Content, courseCode: string, key: string): string {
  const { curriculum } = content.courses.find(({ file }) => file.code === courseCode)!.file
  const group = curriculum.findIndex(({ items }) => items.some(({ id }) => id === key))
  const item = curriculum[group]!.items.findIndex(({ id }) => id === key)
  const message = 'is published already, so it needs its content. A lesson that the file omits is withdrawn'
  return content.formatFault(courseCode, ['curriculum', group, 'items', item], message)
}
