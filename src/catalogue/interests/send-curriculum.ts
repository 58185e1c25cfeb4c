/** The worker sends the curriculum of a course to a person who asked for it. docs/contract §25. */
import { buffer } from 'node:stream/consumers'
import { loadCourses } from '#catalogue/catalog/courses.ts'
import { createCurriculumFacts, getCurriculumPath } from '#catalogue/catalog/curriculum-facts.ts'
import { type CurriculumFile, drawCurriculumFor } from '#catalogue/curriculum/draw-curriculum.ts'
import { getInterest } from '#catalogue/leads/queries/interests.ts'
import type { Deps } from '#http/deps.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import { transact } from '#platform/db/transaction.ts'
import { createCurriculumMail } from './mail/curriculum.ts'

/** A larger file is only linked. */
const MAX_ATTACHED_BYTES = 5 * 1024 * 1024

export async function sendCurriculum(deps: Deps, event: { interestId: string; mailId: string }): Promise<void> {
  const interest = await getInterest(deps.db, event.interestId)
  if (interest?.kind !== 'curriculum') return
  const { course_code: courseCode, timezone_id: zone, email } = interest
  const file = await drawCurriculumFor(deps, courseCode, zone)
  const now = deps.clock()
  const course = file && (await loadCourses(deps.db, [courseCode], now)).get(courseCode)
  if (!course) return
  // The job is tried again.
  if (!file.content) throw new Error('too many documents are being drawn')
  const { publicUrl } = deps.config
  const isAttached = file.bytes <= MAX_ATTACHED_BYTES
  const mail = createCurriculumMail({
    title: file.title,
    courseUrl: new URL(course.url, publicUrl).href,
    fileUrl: new URL(getCurriculumPath(createCurriculumFacts(course, now)), publicUrl).href,
    isAttached,
    sender: deps.site.current,
  })
  const attach = async (content: NonNullable<CurriculumFile['content']>) => ({
    filename: `curriculum-${courseCode}.pdf`,
    contentType: 'application/pdf',
    content: Buffer.isBuffer(content) ? content : await buffer(content),
  })
  const attachments = isAttached ? [await attach(file.content)] : []
  await transact(deps.db, (tx) =>
    enqueueMail(tx, deps.jobs, {
      dedupeKey: `curriculum:${event.mailId}`,
      to: email,
      ...mail,
      attachments,
    }),
  )
}
