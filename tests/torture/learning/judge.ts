/** Compares the reports and the answers of learners with the rows after the torture. */
import { addWatched, parseMultirange, type WatchedRange } from '#domain/learning/watched.ts'
import type { Deps } from '#http/deps.ts'
import { type Classroom, VIDEO_SECONDS } from './classroom.ts'
import type { LearnerRecord } from './learner.ts'

type Rows = Awaited<ReturnType<typeof readRows>>

/** Each broken promise as one sentence. */
export async function judge({ db }: Pick<Deps, 'db'>, classroom: Classroom, records: readonly LearnerRecord[]) {
  const rows = await readRows({ db }, classroom)
  const faults = records.flatMap((record) => [
    ...record.leaks,
    ...record.faults,
    ...judgeWatched(rows, classroom, record),
    ...judgeCompletion(rows, classroom, record),
  ])
  return { faults, completions: rows.completions.length, certificates: rows.certificates.length }
}

async function readRows({ db }: Pick<Deps, 'db'>, { courseCode, videos }: Classroom) {
  const lessonIds = videos.map(({ lessonId }) => lessonId)
  return {
    people: await db.selectFrom('person').select(['id', 'email']).where('email', 'like', 'learner-%').execute(),
    watched: await db.selectFrom('watch').selectAll().where('lesson_id', 'in', lessonIds).execute(),
    done: await db
      .selectFrom('lesson_progress')
      .innerJoin('lesson', 'lesson.id', 'lesson_progress.lesson_id')
      .select(['person_id', 'lesson_id'])
      .where('course_code', '=', courseCode)
      .where('completed_at', 'is not', null)
      .execute(),
    completions: await db.selectFrom('course_completion').selectAll().where('course_code', '=', courseCode).execute(),
    certificates: await db.selectFrom('certificate').selectAll().where('course_code', '=', courseCode).execute(),
    mails: await db.selectFrom('mail').select('dedupe_key').where('dedupe_key', 'like', 'certificate.%').execute(),
    credentials: await db.selectFrom('credential').select(['certificate_id']).where('revoked_at', 'is', null).execute(),
  }
}

/** At least everything that was acknowledged, and nothing that was not sent. */
function judgeWatched({ people, watched }: Rows, { videos }: Classroom, record: LearnerRecord): string[] {
  const personId = people.find(({ email }) => email === record.email)?.id
  return videos.flatMap(({ lessonId }) => {
    const row = watched.find((one) => one.person_id === personId && one.lesson_id === lessonId)
    const stored = row ? parseMultirange(String(row.ranges)) : []
    const [sent, acknowledged] = [record.sent, record.acknowledged].map((all) => all.get(lessonId) ?? [])
    const isMissing = !covers(stored, acknowledged!)
    return isMissing || !covers(sent!, stored)
      ? [`${record.email} ${lessonId}: ${isMissing ? 'acknowledged seconds are missing' : 'seconds were never sent'}`]
      : []
  })
}

function covers(all: readonly WatchedRange[], some: readonly WatchedRange[]): boolean {
  const union = (ranges: readonly WatchedRange[]) => JSON.stringify(addWatched([], ranges, VIDEO_SECONDS))
  return union(all) === union([...all, ...some])
}

function judgeCompletion(rows: Rows, { videos, textLessonId }: Classroom, record: LearnerRecord): string[] {
  const isPerson = ({ person_id }: { person_id: string }) =>
    rows.people.some(({ id, email }) => id === person_id && email === record.email)
  const done = new Set(rows.done.filter(isPerson).map(({ lesson_id }) => lesson_id))
  const completions = rows.completions.filter(isPerson)
  const certificates = rows.certificates.filter(isPerson)
  const isEnded = record.end === 'refund' || record.end === 'lost'
  const isAllDone = [textLessonId, ...videos.map(({ lessonId }) => lessonId)].every((id) => done.has(id))
  const certificate = certificates[0]
  const mails = rows.mails.filter(({ dedupe_key }) => certificate && dedupe_key.endsWith(`:${certificate.id}`))
  const issued = mails.filter(({ dedupe_key }) => dedupe_key.startsWith('certificate.issued:')).length
  const current = rows.credentials.filter(({ certificate_id }) => certificate_id === certificate?.id).length
  const checks: Record<string, boolean> = {
    'a lesson that was answered as complete is not': [...record.completed].every((id) => done.has(id)),
    'the course is not complete although every lesson is': !isAllDone || isEnded || completions.length === 1,
    'the course is complete although a lesson is not': isAllDone || completions.length === 0,
    'a completion has no certificate': completions.length === certificates.length,
    'a certificate outlives its seat, or ended without a reason':
      !certificate || (certificate.state === 'revoked') === isEnded,
    'a certificate was not mailed once': !certificate || issued === 1 || (isEnded && issued === 0),
    'a certificate has not one credential, or a revoked one has one': !certificate || current === (isEnded ? 0 : 1),
  }
  return Object.entries(checks).flatMap(([fault, holds]) =>
    holds ? [] : [`${record.email} (${record.end}): ${fault}`],
  )
}
