/**
 * The curriculum of a course: the operator's own PDF, or a drawing: one for everybody, and one for each person who asks
 * for it by e-mail.
 */
import { LRUCache } from 'lru-cache'
import { type LoadedCourse, loadCourses } from '#catalogue/catalog/courses.ts'
import { type CurriculumFacts, createCurriculumFacts, hashCurriculum } from '#catalogue/catalog/curriculum-facts.ts'
import { formatWithEstimate } from '#catalogue/catalog/local-pricing.ts'
import { formatMoney } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import { findStoredAsset } from '#media/queries/assets.ts'
import { originalKey } from '#platform/blobs/blob-keys.ts'
import { BlobMissingError, type Blobs } from '#platform/blobs/blobs.ts'
import { drawPdfInWorker } from '#platform/pdf/draw-in-worker.ts'
import { createCurriculumDocument } from './curriculum-document.ts'

type CurriculumDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'blobs'>
/** `content` is null when too many files are being drawn. The store opens an own file when its stream is read. */
export type CurriculumFile = {
  courseCode: string
  title: string
  hash: string
  bytes: number
  content: Buffer | ReadableStream<Uint8Array> | null
}

const files = new LRUCache<string, Buffer>({ max: 50 })

/** The public file of a course, in the zone of the class. Null for unknown, excluded and withdrawn courses. */
export async function getPublicCurriculum(deps: CurriculumDeps, courseCode: string): Promise<CurriculumFile | null> {
  const course = await loadCourse(deps, courseCode)
  if (!course) return null
  const facts = createCurriculumFacts(course, deps.clock())
  const own = await findOwnFile(deps, facts)
  if (own) return own
  const drawn = { ...facts, ownFile: null }
  const hash = hashCurriculum(drawn)
  const content = files.get(hash) ?? (await draw(deps, drawn, null))
  if (content) files.set(hash, content)
  return toFile(drawn, content)
}

/** The file for one reader: the own one, or a drawing with times of the zone, and the estimated price in the currency of its country. */
export async function drawCurriculumFor(
  deps: CurriculumDeps,
  courseCode: string,
  timezoneId: string | null,
): Promise<CurriculumFile | null> {
  const course = await loadCourse(deps, courseCode)
  if (!course) return null
  const facts = createCurriculumFacts(course, deps.clock())
  return (await findOwnFile(deps, facts)) ?? toFile(facts, await draw(deps, facts, timezoneId))
}

function toFile(facts: CurriculumFacts, content: Buffer | null): CurriculumFile {
  const { courseCode, title } = facts
  return { courseCode, title, hash: hashCurriculum(facts), bytes: content?.length ?? 0, content }
}

/** The operator's own PDF. Null without one, and for one that is not in the store any more. */
async function findOwnFile({ db, blobs }: CurriculumDeps, facts: CurriculumFacts): Promise<CurriculumFile | null> {
  const { courseCode, title, ownFile } = facts
  const asset = ownFile === null ? null : await findStoredAsset(db, courseCode, ownFile)
  const stored = asset && (await blobs.stat(originalKey(asset.id)))
  if (!stored) return null
  const content = streamParts(readBlob(blobs, originalKey(asset.id)))
  return { courseCode, title, hash: hashCurriculum(facts), bytes: stored.size, content }
}

/** Nothing is read before the first pull, so an answer without its body opens no file. */
function streamParts(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await parts.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

async function* readBlob(blobs: Blobs, key: string): AsyncGenerator<Uint8Array> {
  const blob = await blobs.get(key)
  if (!blob) throw new BlobMissingError(key)
  yield* blob.stream
}

async function loadCourse({ db, clock, config }: CurriculumDeps, courseCode: string): Promise<LoadedCourse | null> {
  const course = (await loadCourses(db, [courseCode], clock())).get(courseCode)
  return course && !course.isWithdrawn && !config.excludedCourseCodes.includes(course.courseCode) ? course : null
}

async function draw(deps: CurriculumDeps, facts: CurriculumFacts, timezoneId: string | null): Promise<Buffer | null> {
  return drawPdfInWorker(
    createCurriculumDocument(facts, {
      timezoneId,
      price: await formatPrice(deps, facts, timezoneId),
      publicUrl: deps.config.publicUrl,
      at: deps.clock(),
    }),
  )
}

/** The estimate depends on the reader's country, so the public file has none. */
async function formatPrice(
  deps: CurriculumDeps,
  { cohort }: CurriculumFacts,
  timezoneId: string | null,
): Promise<string | null> {
  if (!cohort?.price) return null
  if (cohort.price.minor === 0) return 'Free'
  return (await formatWithEstimate(deps, cohort.price, timezoneId, formatMoney)).replace(' (', '\n(')
}
