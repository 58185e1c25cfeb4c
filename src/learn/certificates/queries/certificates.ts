/** The statements of certificates. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** primary keys; what the certificate shows, as it is now */
export async function requirePrintedTexts(tx: Tx, personId: string, courseCode: string): Promise<PrintedTexts> {
  const { rows } = await sql<PrintedTexts>`
    select p.name, p.timezone_id, c.title as course_title,
      (c.certificate ->> 'hours')::integer as hours, coalesce(c.certificate ->> 'text', '') as statement,
      coalesce(c.certificate ->> 'signature', '') as signatory, c.definition -> 'images' as art,
      array(select creator.name from course_creator join creator on creator.slug = course_creator.creator_slug
        where course_creator.course_code = c.course_code order by course_creator.position) as teachers
    from course c cross join person p
    where c.course_code = ${courseCode} and p.id = ${personId}`.execute(tx)
  if (!rows[0]) throw new Error(`there is no course ${courseCode}, or no person ${personId}`)
  return rows[0]
}

type PrintedTexts = {
  name: string
  timezone_id: string | null
  course_title: string
  is_on_demand: boolean
  hours: number | null
  statement: string
  signatory: string
  art: unknown
  teachers: string[]
}

export type NewCertificate = Omit<PrintedTexts, 'timezone_id'> & {
  issuer_name: string
  public_id: string
  number: string
  person_id: string
  course_code: string
  completed_on: string
}

/** unique (person_id, course_code); null if the person has the certificate of this course */
export async function insertCertificate(tx: Tx, { art, ...row }: NewCertificate): Promise<string | null> {
  const inserted = await tx
    .insertInto('certificate')
    .values({ ...row, art: art ? JSON.stringify(art) : null })
    .onConflict((conflict) => conflict.columns(['person_id', 'course_code']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

export type CertificateRow = {
  id: string
  public_id: string
  person_id: string
  course_code: string
  number: string
  name: string
  course_title: string
  is_on_demand: boolean
  /** Null: the name of now. */
  issuer_name: string | null
  hours: number | null
  statement: string
  signatory: string
  teachers: string[]
  art: unknown
  /** A local date: `2027-01-30`. */
  completed_on: string
  issued_at: Date
  is_named: boolean
  name_changes: number
  state: 'issued' | 'revoked'
  reason: string | null
  /** Null unless proved. */
  email: string | null
}

const COLUMNS = sql`c.id, c.public_id, c.person_id, c.course_code, c.number, c.name, c.course_title, c.issuer_name, c.hours, c.statement,
  exists (select from course where course.course_code = c.course_code and delivery_type = 'on-demand') as is_on_demand,
  c.signatory, c.teachers, c.art, c.completed_on::text as completed_on, c.issued_at, c.is_named, c.name_changes, c.state, c.reason,
  case when p.email_verified_at is not null then p.email end as email`

/** unique (public_id) */
export async function getPublicCertificate(db: Db, publicId: string): Promise<CertificateRow | null> {
  const { rows } = await sql<CertificateRow>`select ${COLUMNS} from certificate c join person p on p.id = c.person_id
    where c.public_id = ${publicId}`.execute(db)
  return rows[0] ?? null
}

/** primary key */
export async function getCertificate(db: Db, id: string): Promise<CertificateRow | null> {
  const { rows } = await sql<CertificateRow>`select ${COLUMNS} from certificate c join person p on p.id = c.person_id
    where c.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** unique (person_id, course_code) */
export async function listOwnCertificates(db: Db, personId: string): Promise<CertificateRow[]> {
  const { rows } = await sql<CertificateRow>`select ${COLUMNS} from certificate c join person p on p.id = c.person_id
    where c.person_id = ${personId} order by c.issued_at desc`.execute(db)
  return rows
}

/** primary key; locked until the transaction ends */
export async function lockCertificate(tx: Tx, id: string): Promise<CertificateRow | null> {
  const { rows } = await sql<CertificateRow>`select ${COLUMNS} from certificate c join person p on p.id = c.person_id
    where c.id = ${id} for update of c`.execute(tx)
  return rows[0] ?? null
}

/** primary key */
export async function updateCertificate(
  tx: Tx,
  id: string,
  change: { name?: string; is_named?: boolean; name_changes?: number },
): Promise<void> {
  await tx.updateTable('certificate').set(change).where('id', '=', id).execute()
}

/** primary key; the state table refuses a second revocation */
export async function markRevoked(tx: Tx, id: string, reason: string): Promise<void> {
  await tx.updateTable('certificate').set({ state: 'revoked', reason }).where('id', '=', id).execute()
}

/** unique (person_id, course_code), enrolment_person; issued, and none of the person's enrolments in the course is active */
export async function listCertificatesWithoutEnrolment(
  db: Db,
  cohortCode: string,
  personIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from cohort ended join certificate c on c.course_code = ended.course_code
    where ended.cohort_code = ${cohortCode} and c.person_id = any(${[...personIds]}::uuid[]) and c.state = 'issued'
      and not exists (select from enrolment e join cohort on cohort.cohort_code = e.cohort_code
        where e.person_id = c.person_id and e.state = 'active' and cohort.course_code = c.course_code)`.execute(db)
  return rows.map(({ id }) => id)
}
