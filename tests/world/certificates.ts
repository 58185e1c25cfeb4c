/** Completed courses and their certificates in tests. */
import { randomUUID } from 'node:crypto'
import type { Deps } from '#http/deps.ts'
import { signCredential } from '#learn/certificates/credentials/sign-credential.ts'
import { issueCertificate } from '#learn/certificates/issue-certificate.ts'
import { insertCompletion } from '#learn/lessons/queries/progress.ts'
import { transact } from '#platform/db/transaction.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { givenCourse } from './selling.ts'

type CertificateRule = { mode?: 'off' | 'on-completion'; text?: string; signature?: string; hours?: number | null }

export async function setCertificateRule(
  { db }: Pick<Deps, 'db'>,
  courseCode: string,
  { mode = 'on-completion', text = '', signature = '', hours = null }: CertificateRule = {},
): Promise<void> {
  const certificate = JSON.stringify({ mode, text, signature, hours })
  await db.updateTable('course').set({ certificate }).where('course_code', '=', courseCode).execute()
}

/** Completes a course for a person, as the transaction of the last report does. */
export function completeCourse(
  deps: Deps,
  personId: string,
  courseCode: string,
  completedAt = new Date(),
): Promise<void> {
  return transact(deps.db, async (tx) => {
    const lessons = tx.selectFrom('lesson').select('id').where('course_code', '=', courseCode)
    const required = await lessons.where('state', '=', 'published').where('is_required', '=', true).execute()
    const requiredIds = required.length > 0 ? required.map(({ id }) => id) : [randomUUID()]
    const written = await insertCompletion(tx, { personId, courseCode, completedAt, requiredIds })
    if (written?.gives_certificate) await issueCertificate(deps, tx, { personId, courseCode, completedAt })
  })
}

export type Holder = {
  personId: string
  email: string
  cohortCode: string
  courseCode: string
  enrolmentId: string
  certificateId: string
  publicId: string
}

/** A person with a seat, a completed course and a signed certificate. */
export async function givenHolder(
  deps: Deps,
  input: { email?: string; name?: string; cohortCode?: string; rule?: CertificateRule } = {},
): Promise<Holder> {
  const { email = `${randomUUID()}@understudy.test`, name = 'Ana Cruz' } = input
  const cohortCode = input.cohortCode ?? (await givenCourse(deps))
  const courseCode = cohortCode.slice(0, cohortCode.lastIndexOf('-'))
  await setCertificateRule(deps, courseCode, input.rule)
  const seat = await giveSeat(deps, cohortCode, { email, name, timezoneId: 'UTC' })
  if (!seat.ok) throw new Error(seat.refusal.code)
  const { id: personId } = await deps.db
    .updateTable('person')
    .set({ email_verified_at: new Date() })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  await completeCourse(deps, personId, courseCode)
  const certificate = await deps.db
    .selectFrom('certificate')
    .select(['id', 'public_id'])
    .where('person_id', '=', personId)
    .where('course_code', '=', courseCode)
    .executeTakeFirstOrThrow()
  await signCredential(deps, certificate.id)
  const { enrolmentId } = seat.value
  return {
    personId,
    email,
    cohortCode,
    courseCode,
    enrolmentId,
    certificateId: certificate.id,
    publicId: certificate.public_id,
  }
}
