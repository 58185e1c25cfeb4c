/** SQL statements of the page of people. */
import { type RawBuilder, sql } from 'kysely'
import type { OrderState } from '#domain/orders/order.ts'
import type { CourseRole, SiteRole } from '#domain/permission.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { HeldRole } from '../people/held-roles.ts'
import { countUpToLimit } from './count-up-to-limit.ts'

type PeopleCriteria = {
  /** Each word must match the start of a word of the name or the address, ignoring accents. */
  searchText: string | null
  role: HeldRole | null
}
export type PersonRow = {
  id: string
  name: string
  email: string
  site_role: SiteRole | null
  course_roles: CourseRole[]
  course_count: number
  last_seen_at: Date | null
}

/** Ids are in the order of time. Primary key, person_words, site_role, course_role; then enrolment_person and session_of_person */
export async function listPersonRows(
  db: Db,
  criteria: PeopleCriteria,
  { after, limit }: { after: string | null; limit: number },
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select p.id, p.name, p.email, (select role from site_role r where r.person_id = p.id) as site_role,
      array(select distinct role from course_role r where r.person_id = p.id) as course_roles,
      (select count(distinct k.course_code)::int from enrolment e join cohort k on k.cohort_code = e.cohort_code
        where e.person_id = p.id and e.state = 'active') as course_count,
      (select max(s.rotated_at) from session s where s.person_id = p.id) as last_seen_at
    from (select p.id, p.name, p.email from ${fromPeople(criteria)} ${buildWhere(criteria, after)} order by p.id desc limit ${limit}) p
    order by p.id desc`.execute(db)
  return rows
}

/** Counts at most `COUNT_LIMIT + 1` people. Indexes: as listPersonRows. */
export async function countPeople(db: Db, criteria: PeopleCriteria): Promise<number> {
  const source = sql`${fromPeople(criteria)} ${buildWhere(criteria, null)}`
  const { rows } = await sql<{ count: number }>`select ${countUpToLimit(source)} as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** `offset 0` makes PostgreSQL search the words first. By their dates it would read everybody for a rare word. */
function fromPeople({ searchText }: PeopleCriteria): RawBuilder<unknown> {
  if (searchText === null) return sql`person p`
  return sql`(select id, name, email, deleted_at from person
    where search_vector(name || ' ' || email) @@ search_query(${searchText}) offset 0) p`
}

function buildWhere({ role }: Pick<PeopleCriteria, 'role'>, after: string | null): RawBuilder<unknown> {
  const clauses = [
    sql`p.deleted_at is null`,
    ...(after === null ? [] : [sql`p.id < ${after}`]),
    ...(role === null ? [] : [HOLDS_ROLE[role]]),
  ]
  return sql`where ${sql.join(clauses, sql` and `)}`
}

const holdsSite = (...roles: SiteRole[]) => sql`p.id in (select person_id from site_role where role = any(${roles}))`
const holdsCourse = (role: CourseRole) => sql`p.id in (select person_id from course_role where role = ${role})`

const HOLDS_ROLE: Readonly<Record<HeldRole, RawBuilder<unknown>>> = {
  staff: sql`(p.id in (select person_id from site_role) or p.id in (select person_id from course_role))`,
  owner: holdsSite('owner'),
  admin: holdsSite('community_admin'),
  creator: sql`(${holdsCourse('creator')} or ${holdsSite('creator')})`,
  'co-teacher': holdsCourse('co_teacher'),
  assistant: holdsCourse('assistant'),
}

export type PersonRoleRow = {
  role: SiteRole | CourseRole
  course_code: string | null
  title: string | null
  granted_at: Date
}

/** Primary keys of site_role and course_role. The role at the site first. */
export async function listRolesOfPerson(db: Db, personId: string): Promise<PersonRoleRow[]> {
  const { rows } = await sql<PersonRoleRow>`
    select r.* from (
      select role, null as course_code, null as title, granted_at from site_role where person_id = ${personId}
      union all
      select r.role, r.course_code, c.title, r.granted_at from course_role r join course c using (course_code)
        where r.person_id = ${personId}) r
    order by r.course_code is not null, r.title, r.course_code`.execute(db)
  return rows
}

type PersonSeatRow = { title: string; cohort_name: string; state: 'active' | 'cancelled'; created_at: Date }

/** enrolment_person; the newest first */
export async function listSeatsOfPerson(db: Db, personId: string, limit: number): Promise<PersonSeatRow[]> {
  const { rows } = await sql<PersonSeatRow>`
    select c.title, k.name as cohort_name, e.state, e.created_at
    from enrolment e join cohort k on k.cohort_code = e.cohort_code join course c on c.course_code = k.course_code
    where e.person_id = ${personId} and e.state <> 'unconfirmed' order by e.id desc limit ${limit}`.execute(db)
  return rows
}

export type PersonOrderRow = {
  id: string
  number: number
  state: OrderState
  title: string | null
  currency: string
  total_minor: number
  /** What a deposit still owes. */
  due_minor: number
  created_at: Date
}

/** orders_email, unique (order_id, attempt) of payment; the newest first */
export async function listOrdersOfPerson(db: Db, email: string, limit: number): Promise<PersonOrderRow[]> {
  const { rows } = await sql<PersonOrderRow>`
    select o.id, o.number, o.state, c.title, o.currency, o.total_minor, o.created_at,
      case when o.state = 'complete' and o.balance_due_at is not null and o.balance_paid_at is null
        then o.total_minor - o.waived_minor - (select coalesce(sum(p.amount_minor), 0)::int from payment p
          where p.order_id = o.id and p.state = 'complete') else 0 end as due_minor
    from orders o left join cohort k on k.cohort_code = o.cohort_code left join course c on c.course_code = k.course_code
    where o.email = ${email} order by o.number desc limit ${limit}`.execute(db)
  return rows
}

type PersonMailRow = {
  id: string
  kind: string
  subject: string
  state: 'failed' | 'suppressed'
  problem: string | null
  created_at: Date
}

/** mail_address; the newest e-mails that did not leave */
export async function listFailedMails(db: Db, address: string, limit: number): Promise<PersonMailRow[]> {
  const { rows } = await sql<PersonMailRow>`
    select id, kind, subject, state, problem, created_at from mail
    where to_address = ${address} and state in ('failed', 'suppressed') order by created_at desc limit ${limit}`.execute(
    db,
  )
  return rows
}

export type ErasureCounts = {
  seats: number
  orders: number
  certificates: number
  courses: number
  has_profile: boolean
}

/** enrolment_person, orders_email, unique (person_id, course_code) of certificate, course_role */
export async function countErasure(tx: Tx, { id, email }: { id: string; email: string }): Promise<ErasureCounts> {
  const { rows } = await sql<ErasureCounts>`select
    (select count(*)::int from enrolment where person_id = ${id} and state = 'active') as seats,
    (select count(*)::int from orders where email = ${email}
      and state in ('complete', 'refund-pending', 'returned')) as orders,
    (select count(*)::int from certificate where person_id = ${id} and state = 'issued') as certificates,
    (select count(*)::int from course_role where person_id = ${id} and role = 'creator') as courses,
    exists (select from creator where person_id = ${id}) as has_profile`.execute(tx)
  return rows[0]!
}
