/** Brings the content files into the database: all of them or none, and a course that is there already is left alone. */
import { fromDecimal } from '#domain/money.ts'
import { accepted, type Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { type ContentCourse, readContent } from './content.ts'
import type { CourseFile, PromoCodeForm, RefundTerms } from './content-schema.ts'
import { definitionOf } from './definition.ts'
import { addCohort, addCourse, addCourseCreators, addCreators, addPages, addPromoCode } from './queries.ts'
import type { PlannedRun } from './runs.ts'

/** `courses` counts what is new. Refused with every fault as `reason`, one a line, by file and line. */
export async function importContent(
  { db }: Pick<Deps, 'db'>,
  folder: string,
  today: Date,
): Promise<Outcome<{ courses: number }>> {
  const content = await readContent(folder, today)
  if (!content.ok) return content
  const { creators, refundTerms, promoCodes, courses } = content.value

  return db.transaction().execute(async (tx) => {
    await addCreators(tx, creators)
    for (const form of promoCodes) await addPromoCode(tx, promoRow(form, today))
    let added = 0
    for (const course of courses) if (await writeCourse(tx, course, refundTerms, today)) added++
    return accepted({ courses: added })
  })
}

/** Which seats of the imported runs the demo fills, and where its learner sits. The same files and day as the import. */
export async function demoSeats(
  _deps: Pick<Deps, 'db'>,
  folder: string,
  today: Date,
): Promise<{ courseCode: string; taken: number; learnerEnrolled: boolean }[]> {
  const content = await readContent(folder, today)
  if (!content.ok) throw new Error(content.refusal.reason)
  return content.value.courses
    .flatMap((course) => course.runs)
    .map(({ courseCode, form }) => ({ courseCode, taken: form.demo.taken, learnerEnrolled: form.demo.learner }))
}

async function writeCourse(
  tx: Tx,
  { file, runs }: ContentCourse,
  refundTerms: RefundTerms,
  today: Date,
): Promise<boolean> {
  const isNew = await addCourse(tx, {
    prefix_code: file.code,
    position: file.position,
    kind: file.kind,
    delivery_type: file.delivery,
    title: file.title,
    definition: JSON.stringify(definitionOf(file, refundTerms)),
  })
  if (!isNew) return false
  await addCourseCreators(tx, file.code, file.creators)
  await addPages(tx, file.code, file.pages)
  for (const run of runs) await writeRun(tx, file, run, today)
  return true
}

function writeRun(tx: Tx, file: CourseFile, run: PlannedRun, today: Date): Promise<void> {
  return addCohort(
    tx,
    {
      course_code: run.courseCode,
      prefix_code: file.code,
      name: run.form.name,
      state: run.form.state,
      capacity: run.form.seats,
      timezone_id: run.form.zone,
      starts_at: run.startsAt,
      ends_at: run.endsAt,
      enrol_closes_at: run.startsAt,
    },
    run.sessions.map((session, position) => ({
      course_code: run.courseCode,
      position,
      item_id: session.itemId,
      title: session.title,
      pro: session.pro,
      local_start: session.localStart,
      timezone_id: run.form.zone,
      starts_at: session.startsAt,
      ends_at: session.endsAt,
    })),
    offerRow(file, run.courseCode, today),
  )
}

function offerRow({ price }: CourseFile, courseCode: string, today: Date) {
  const minor = (amount: string | undefined) =>
    amount === undefined ? null : fromDecimal(amount, price.currency).minor
  const days = price.discount?.endsInDays
  return {
    offer_code: courseCode,
    course_code: courseCode,
    currency: price.currency,
    price_minor: fromDecimal(price.amount, price.currency).minor,
    before_price_minor: minor(price.before),
    discount_price_minor: minor(price.discount?.amount),
    discount_ends_at: days === undefined ? null : new Date(today.getTime() + days * 86_400_000),
    deposit_minor: minor(price.deposit),
  }
}

function promoRow(form: PromoCodeForm, today: Date) {
  return {
    code: form.code,
    label: form.label,
    percent_off: form.percentOff ?? null,
    amount_off_minor: form.amountOff === undefined ? null : fromDecimal(form.amountOff, form.currency).minor,
    currency: form.currency,
    min_seats: form.minSeats,
    scope: form.courses ? 'courses' : 'all',
    codes: form.courses ?? [],
    expires_at: form.endsInDays === undefined ? null : new Date(today.getTime() + form.endsInDays * 86_400_000),
    use_limit: form.useLimit ?? null,
  } as const
}
