import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { createEmptyDatabase } from '../../../tests/world/database.ts'
import { text } from '../../../tests/world/random-words.ts'
import { loadStoredRows } from './queries/import.ts'

/** The last migration before lessons were rows. */
const BEFORE = '0016_sandbox.sql'

const item = fc.record({
  title: text,
  summary: text,
  minutes: fc.integer({ min: 1, max: 600 }),
  kind: fc.constantFrom(undefined, 'live', 'lesson'),
})
const courses = fc.array(
  fc.record({
    delivery: fc.constantFrom('live', 'on-demand'),
    groups: fc.array(fc.record({ title: text, items: fc.array(item, { minLength: 1, maxLength: 4 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    pro: fc.array(item, { maxLength: 2 }),
    isTaught: fc.boolean(),
    hasOldSession: fc.boolean(),
  }),
  { minLength: 15, maxLength: 15 },
)

test('a migrated database has every item and every session of the curriculum that it had', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await cp('migrations', folder, {
    recursive: true,
    filter: (source) => !/\d{4}_/.test(source) || source.slice(source.lastIndexOf('/') + 1) <= BEFORE,
  })
  const database = await createEmptyDatabase()
  const { db } = database
  try {
    expect((await migrate(db, pathToFileURL(`${folder}/`))).at(-1)).toBe(BEFORE)
    const [written] = fc.sample(courses, 1)
    const expected = await Promise.all(written!.map((course, index) => insertCourse(index, course)))
    expect((await migrate(db)).length).toBe(
      (await readdir('migrations')).filter((name) => name > BEFORE && name.endsWith('.sql')).length,
    )

    const rows = await loadStoredRows(db)
    for (const { code, delivery, curriculum, proSessions, sessions } of expected) {
      const course = rows.courses.find((row) => row.course_code === code)!
      const isLive = (kind: string | undefined) => delivery === 'live' && kind !== 'lesson'
      expect(course.curriculum.map(({ title, items }) => [title, items.map(({ id }) => id)])).toEqual(
        curriculum.map(({ title, items }) => [title, items.map(({ id }) => id)]),
      )
      expect(course.curriculum.flatMap(({ items }) => items)).toMatchObject(
        curriculum
          .flatMap(({ items }) => items)
          .map(({ id, title, summary, minutes, kind }) => ({
            id,
            title,
            summary,
            minutes,
            required: true,
            preview: false,
            kind: isLive(kind) ? 'live' : 'video',
            content: isLive(kind) ? {} : null,
          })),
      )
      expect(course.proSessions.map(({ id, kind, required }) => [id, kind, required])).toEqual(
        proSessions.map(({ id }) => [id, 'live', false]),
      )
      expect(course).toMatchObject({ access_days: 365, certificate: { mode: 'on-completion' } })
      const taught = rows.cohorts.find((row) => row.course_code === code)?.sessions ?? []
      expect(taught.map(({ lesson_key, title, starts_at }) => [lesson_key, title, starts_at.getTime()])).toEqual(
        sessions,
      )
    }
  } finally {
    await database.close()
    await rm(folder, { recursive: true })
  }

  async function insertCourse(
    index: number,
    { delivery, groups, pro, isTaught, hasOldSession }: ReturnType<typeof sampleCourse>,
  ) {
    const code = `C${index}`
    const curriculum = groups.map(({ title, items }, g) => ({
      title,
      items: items.map((one, i) => ({ id: `i${g}-${i}`, ...one })),
    }))
    const proSessions = pro.map((one, i) => ({ id: `pro-${i}`, ...one }))
    const definition = JSON.stringify({ curriculum, proSessions, subtitle: 'Kept' })
    await sql`insert into course (course_code, position, kind, delivery_type, title, definition, published_at)
      values (${code}, ${index}, 'course', ${delivery}, 'A course', ${definition}::jsonb, now())`.execute(db)
    const sessions: [string, string, number][] = []
    if (delivery === 'live' && isTaught) {
      await sql`insert into cohort (cohort_code, course_code, state, timezone_id) values (${`${code}-1`}, ${code}, 'announced', 'UTC')`.execute(
        db,
      )
      const items = [...curriculum.flatMap((group) => group.items), ...proSessions].filter(
        ({ kind }) => kind !== 'lesson',
      )
      const taught = [
        ...items.map(({ id, title }) => ({ id, title })),
        ...(hasOldSession ? [{ id: 'gone', title: 'Gone' }] : []),
      ]
      for (const [position, { id, title }] of taught.entries()) {
        const startsAt = new Date(Date.UTC(2027, 0, 1 + position, 12))
        const endsAt = new Date(startsAt.getTime() + 3_600_000)
        await sql`insert into cohort_session (cohort_code, position, item_id, title, local_start, timezone_id, starts_at, ends_at)
          values (${`${code}-1`}, ${position}, ${id}, ${title}, ${startsAt.toISOString().slice(0, 16)}, 'UTC', ${startsAt}, ${endsAt})`.execute(
          db,
        )
        sessions.push([id, title, startsAt.getTime()])
      }
    }
    return { code, delivery, curriculum, proSessions, sessions }
  }
})

const sampleCourse = () => fc.sample(courses, 1)[0]![0]!
