/** Draws the curriculum of a course: one file for everybody, and one for each person who asks for it by e-mail. */
import { LRUCache } from 'lru-cache'
import { getCountryOfTimeZone } from '#domain/country.ts'
import { formatMoney } from '#domain/money/money.ts'
import { type LoadedCourse, loadCourses } from '#features/catalog/courses.ts'
import { type CurriculumFacts, createCurriculumFacts, hashCurriculum } from '#features/catalog/curriculum-facts.ts'
import { getLocalPrice } from '#features/catalog/local-pricing.ts'
import type { Deps } from '#http/deps.ts'
import { drawPdfInWorker } from '#platform/pdf/draw-in-worker.ts'
import { createCurriculumDocument } from './curriculum-document.ts'

type CurriculumDeps = Pick<Deps, 'db' | 'clock' | 'config'>
export type CurriculumFile = { courseCode: string; title: string; hash: string; content: Buffer | null }

const files = new LRUCache<string, Buffer>({ max: 50 })

/**
 * The public file of a course, in the zone of the class. Null for unknown, excluded and withdrawn courses. `content` is
 * null when too many files are being drawn.
 */
export async function getPublicCurriculum(deps: CurriculumDeps, courseCode: string): Promise<CurriculumFile | null> {
  const course = await loadCourse(deps, courseCode)
  if (!course) return null
  const facts = createCurriculumFacts(course, deps.clock())
  const hash = hashCurriculum(facts)
  const content = files.get(hash) ?? (await draw(deps, facts, null))
  if (content) files.set(hash, content)
  return { courseCode: facts.courseCode, title: facts.title, hash, content }
}

/** The file for one reader: times of the zone, and the estimated price in the currency of its country. */
export async function drawCurriculumFor(
  deps: CurriculumDeps,
  courseCode: string,
  timezoneId: string | null,
): Promise<CurriculumFile | null> {
  const course = await loadCourse(deps, courseCode)
  if (!course) return null
  const facts = createCurriculumFacts(course, deps.clock())
  const content = await draw(deps, facts, timezoneId)
  return { courseCode: facts.courseCode, title: facts.title, hash: hashCurriculum(facts), content }
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
  const local = await getLocalPrice(deps, cohort.price, getCountryOfTimeZone(timezoneId ?? undefined) ?? undefined)
  const price = formatMoney(cohort.price)
  return local.currency === cohort.price.currency
    ? price
    : `${price}\n(about ${formatMoney(local).replace(/\.0+$/, '')})`
}
