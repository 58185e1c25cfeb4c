/** A site with many courses, orders and learners, written by SQL as copies of a few rows. */
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'

export type Size = { courses: number; orders: number; people: number }
type Template = { courseCode: string; cohortCode: string; offerCode: string; orderId: string; personId: string }

/** The code of the copy `n` of a course. Its cohorts and offers begin with it. */
const CODE = sql.raw(`'ZZ' || upper(lpad(to_hex(n), 6, '0'))`)
const uuid = (kind: string, number: string) =>
  sql.raw(`(md5('${kind}' || (${number})::text)::uuid)`) as RawBuilder<string>

type Copy = { table: string; where: RawBuilder<unknown>; changes: RawBuilder<unknown> }

/** `changes`: a JSON object of the columns that differ, which may use `n` and the row `template_row`. */
async function copyRows(tx: Tx, { table, where, changes }: Copy, count: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(column_name) as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' and identity_generation is distinct from 'ALWAYS'
    order by ordinal_position`.execute(tx)
  const columns = sql.raw(rows.map(({ name }) => name).join(', '))
  const name = sql.table(table)
  await sql`insert into ${name} (${columns}) overriding system value
    select ${sql.raw(rows.map(({ name }) => `(copied).${name}`).join(', '))}
    from (select jsonb_populate_record(template_row, ${changes}) as copied
      from ${name} as template_row cross join generate_series(0, ${sql.lit(count - 1)}) as n where ${where} offset 0) as copies`.execute(
    tx,
  )
}

/**
 * Copies the course, and spreads copies of its order over all courses and people, so that nobody has two seats in a cohort.
 * The ledger and the jobs get nothing: the studio's pages do not read them.
 */
export async function fillSite({ db }: Deps, template: Template, size: Size): Promise<void> {
  const { courseCode, cohortCode, offerCode, orderId, personId } = template
  const of = (column: string, value: string) => sql`template_row.${sql.ref(column)} = ${value}`
  const renamed = (column: string) =>
    sql`${CODE} || substr(template_row.${sql.ref(column)}, ${sql.lit(courseCode.length + 1)})`
  const ofCourse = of('course_code', courseCode)
  const courses: Copy[] = [
    {
      table: 'course',
      where: ofCourse,
      changes: sql`jsonb_build_object('course_code', ${CODE}, 'title', 'Course ' || n)`,
    },
    { table: 'course_version', where: ofCourse, changes: sql`jsonb_build_object('course_code', ${CODE})` },
    { table: 'course_draft', where: ofCourse, changes: sql`jsonb_build_object('course_code', ${CODE})` },
    { table: 'course_creator', where: ofCourse, changes: sql`jsonb_build_object('course_code', ${CODE})` },
    {
      table: 'course_page',
      where: ofCourse,
      changes: sql`jsonb_build_object('course_code', ${CODE}, 'path', '/course-' || n || '-' || template_row.position)`,
    },
    {
      table: 'cohort',
      where: ofCourse,
      changes: sql`jsonb_build_object('course_code', ${CODE}, 'cohort_code', ${renamed('cohort_code')}, 'capacity', 100000)`,
    },
    {
      table: 'offer',
      where: of('cohort_code', cohortCode),
      changes: sql`jsonb_build_object('cohort_code', ${renamed('cohort_code')}, 'offer_code', ${renamed('offer_code')})`,
    },
    {
      table: 'module',
      where: ofCourse,
      changes: sql`jsonb_build_object('course_code', ${CODE}, 'id', md5(template_row.id::text || n))`,
    },
    {
      table: 'lesson',
      where: ofCourse,
      changes: sql`jsonb_build_object('course_code', ${CODE}, 'id', md5(template_row.id::text || n), 'module_id', md5(template_row.module_id::text || n))`,
    },
    {
      table: 'cohort_session',
      where: of('cohort_code', cohortCode),
      changes: sql`jsonb_build_object('id', md5(template_row.id::text || n), 'cohort_code', ${renamed('cohort_code')}, 'lesson_id', md5(template_row.lesson_id::text || n),
      'starts_at', template_row.starts_at + n * interval '1 hour', 'ends_at', template_row.ends_at + n * interval '1 hour')`,
    },
  ]
  // Order `n` of person `n / orders a person` in course `n % courses`: the template's own course is number 0.
  const ordersEach = size.orders / size.people
  const person = uuid('person', `n / ${ordersEach}`)
  const ofCopy = (suffix: string) =>
    sql`case when n % ${sql.lit(size.courses)} = 0 then ${sql.lit(courseCode + suffix)} else 'ZZ' || upper(lpad(to_hex(n % ${sql.lit(size.courses)}), 6, '0')) || ${sql.lit(suffix)} end`
  const cohort = ofCopy(cohortCode.slice(courseCode.length))
  const age = sql`now() - (n % 400) * interval '1 day'`
  const orders: Copy[] = [
    {
      table: 'orders',
      where: of('id', orderId),
      changes: sql`jsonb_build_object('id', ${uuid('order', 'n')}, 'number', 1000000 + n, 'person_id', ${person},
      'email', 'person-' || (n / ${sql.lit(ordersEach)}) || '@large.test', 'cohort_code', ${cohort}, 'offer_code', ${ofCopy(offerCode.slice(courseCode.length))}, 'created_at', ${age}, 'completed_at', ${age})`,
    },
    {
      table: 'order_line',
      where: of('order_id', orderId),
      changes: sql`jsonb_build_object('id', md5('line' || template_row.position || n), 'order_id', ${uuid('order', 'n')})`,
    },
    {
      table: 'payment',
      where: of('order_id', orderId),
      changes: sql`jsonb_build_object('id', md5('payment' || template_row.attempt || n), 'order_id', ${uuid('order', 'n')}, 'provider_intent_id', case when template_row.provider_intent_id is not null then 'large_' || n end, 'created_at', ${age}, 'settled_at', ${age})`,
    },
    {
      table: 'enrolment',
      where: of('order_id', orderId),
      changes: sql`jsonb_build_object('id', md5('enrolment' || template_row.seat || n), 'order_id', ${uuid('order', 'n')}, 'person_id', ${person}, 'cohort_code', ${cohort}, 'created_at', ${age})`,
    },
  ]
  await db.transaction().execute(async (tx) => {
    // Without triggers, which would count and check each row.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`set local statement_timeout = 0`.execute(tx)
    for (const copy of courses) await copyRows(tx, copy, size.courses)
    await copyRows(
      tx,
      {
        table: 'person',
        where: of('id', personId),
        changes: sql`jsonb_build_object('id', ${uuid('person', 'n')}, 'email', 'person-' || n || '@large.test', 'name', 'Person ' || n)`,
      },
      size.people,
    )
    for (const copy of orders) await copyRows(tx, copy, size.orders)
    await sql`insert into course_role (person_id, course_code, role) select ${uuid('person', 'n / 4')}, ${CODE}, 'creator' from generate_series(0, ${sql.lit(size.courses - 1)}) as n`.execute(
      tx,
    )
    await sql`update cohort set taken = (select count(*) from enrolment where enrolment.cohort_code = cohort.cohort_code and state = 'active'),
      enrolled = (select count(*) from enrolment where enrolment.cohort_code = cohort.cohort_code and state = 'active') where cohort_code like 'ZZ%' or cohort_code = ${cohortCode}`.execute(
      tx,
    )
    await sql`analyze`.execute(tx)
  })
}
