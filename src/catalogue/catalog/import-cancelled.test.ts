import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cancelCohort, endCohortOrders } from '#sell/payments/cancel-cohort.ts'
import { copyCourses } from '../../../tests/support/content-copy.ts'
import { givenPaidOrder, sendRefunds } from '../../../tests/world/bought.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { describeChange } from './files/describe-changes.ts'
import { exportContent } from './files/export.ts'
import { importContent } from './files/import.ts'
import { listCalendarSessions } from './queries.ts'

const TODAY = new Date()

let world: World
let folder: string
beforeEach(async () => {
  world = await createWorld(10)
  folder = await mkdtemp(join(tmpdir(), 'content-'))
  await copyCourses(folder, ['nspr', 'snd', 'vfx'])
  await runImport()
})
afterEach(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

async function runImport(from = folder) {
  const imported = await importContent(world, from, TODAY)
  if (!imported.ok) throw new Error(imported.refusal.reason)
  return imported.value
}

async function faults(): Promise<string> {
  const imported = await importContent(world, folder, TODAY)
  return imported.ok ? '' : imported.refusal.reason!.replaceAll(`${folder}/`, '')
}

async function edit(name: string, change: (text: string) => string): Promise<void> {
  const path = join(folder, name)
  const text = await readFile(path, 'utf8')
  const edited = change(text)
  if (edited === text) throw new Error(`${name} is as it was`)
  await writeFile(path, edited)
}

async function admin(): Promise<string> {
  const row = { email: 'admin@understudy.test', name: 'Addy Admin', roles: ['learner', 'community-admin'] }
  return (await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()).id
}

const getFirstCohort = async (prefix: string) =>
  world.db
    .selectFrom('cohort')
    .select(['cohort_code', 'state', 'taken'])
    .where('course_code', '=', prefix)
    .executeTakeFirstOrThrow()

const getCohortState = async (courseCode: string) =>
  (await world.db.selectFrom('cohort').select('state').where('cohort_code', '=', courseCode).executeTakeFirstOrThrow())
    .state

describe('a cohort that an admin cancelled', () => {
  test('stays cancelled when older files are imported, the import reports it, and all other changes are imported', async () => {
    const { cohort_code: courseCode } = await getFirstCohort('NSPR')
    const older = await mkdtemp(join(tmpdir(), 'older-'))
    await exportContent(world, older, null)
    const order = await givenPaidOrder(world, { courseCode })
    expect(await cancelCohort(world, await admin(), courseCode, 'The teacher is ill')).toMatchObject({ ok: true })
    await endCohortOrders(world, courseCode)
    await sendRefunds(world, order.orderId)

    await edit('courses/vfx.yaml', (text) => text.replace('title: Small-room VFX', 'title: Small VFX'))
    await cp(join(folder, 'courses/vfx.yaml'), join(older, 'courses/vfx.yaml'))
    const { changes, stayCancelled } = await runImport(older)
    expect(stayCancelled).toEqual([courseCode])
    expect(changes.map(({ kind, code }) => `${kind} ${code}`)).toEqual(['courses VFX'])
    expect(await getCohortState(courseCode)).toBe('cancelled')
    const sessions = await listCalendarSessions(world.db, courseCode)
    expect(sessions.filter((session) => !session.is_cancelled)).toEqual([])
    await rm(older, { recursive: true })
  })

  test('is exported so that importing it again changes nothing', async () => {
    const { cohort_code: courseCode } = await getFirstCohort('NSPR')
    await cancelCohort(world, await admin(), courseCode, 'The teacher is ill')
    const exported = await mkdtemp(join(tmpdir(), 'exported-'))
    expect(await exportContent(world, exported, null)).toMatchObject({ ok: true })
    expect(await runImport(exported)).toMatchObject({ changes: [], retained: [], stayCancelled: [] })
    await rm(exported, { recursive: true })
  })

  test('cannot be removed by omitting it from the files', async () => {
    const { cohort_code: courseCode } = await getFirstCohort('SND')
    await cancelCohort(world, await admin(), courseCode, 'The teacher is ill')
    await rm(join(folder, 'courses/snd.yaml'))
    await rm(join(folder, 'courses/snd'), { recursive: true })
    const removed = await importContent(world, folder, TODAY, { removes: true })
    expect(removed).toMatchObject({
      refusal: { reason: expect.stringMatching(/^course SND cannot be removed: an admin cancelled it\./) },
    })
  })
})

describe('the database', () => {
  test('refuses to reopen a cancelled cohort', async () => {
    const { cohort_code: courseCode } = await getFirstCohort('NSPR')
    await cancelCohort(world, await admin(), courseCode, 'The teacher is ill')
    const change = world.db.updateTable('cohort').set({ state: 'open' }).where('cohort_code', '=', courseCode)
    await expect(change.execute()).rejects.toThrow(`cohort ${courseCode} was cancelled and stays cancelled`)
    const removal = world.db.deleteFrom('cohort_cancellation').where('cohort_code', '=', courseCode)
    await expect(removal.execute()).rejects.toThrow('does not match its row in cohort_cancellation')
  })

  test('refuses a cancelled cohort without a cancellation row, and the reverse', async () => {
    const { cohort_code: courseCode } = await getFirstCohort('NSPR')
    const change = world.db.updateTable('cohort').set({ state: 'cancelled' }).where('cohort_code', '=', courseCode)
    await expect(change.execute()).rejects.toThrow('does not match its row in cohort_cancellation')
    const note = world.db.insertInto('cohort_cancellation').values({ cohort_code: courseCode, reason: 'Rain' })
    await expect(note.execute()).rejects.toThrow('does not match its row in cohort_cancellation')
  })

  test('refuses a seat in a cancelled cohort', async () => {
    const { cohort_code: courseCode } = await getFirstCohort('NSPR')
    const order = await givenPaidOrder(world, { courseCode })
    await cancelCohort(world, await admin(), courseCode, 'The teacher is ill')
    const seat = { cohort_code: courseCode, order_id: order.orderId }
    await expect(world.db.insertInto('enrolment').values(seat).execute()).rejects.toThrow('has no seats to give')
    const again = world.db.updateTable('enrolment').set({ state: 'active' }).where('order_id', '=', order.orderId)
    await expect(again.execute()).rejects.toThrow()
  })
})

describe('a content file', () => {
  const cancelFirst = (text: string) => text.replace(/state: open/, 'state: cancelled')

  test('cancels a cohort without learners, and cannot reopen it', async () => {
    const { cohort_code: courseCode } = await getFirstCohort('NSPR')
    await edit('courses/nspr.yaml', cancelFirst)
    const { changes } = await runImport()
    expect(changes.flatMap(describeChange)).toEqual([
      `changed  cohort ${courseCode}`,
      '         state: open → cancelled',
    ])
    await edit('courses/nspr.yaml', (text) => text.replace('state: cancelled', 'state: open'))
    expect(await runImport()).toMatchObject({ changes: [], retained: [], stayCancelled: [courseCode] })
    expect(await getCohortState(courseCode)).toBe('cancelled')
  })

  test('is refused at its line when learners would lose their seats without notice', async () => {
    const { cohort_code: courseCode } = await getFirstCohort('NSPR')
    await givenPaidOrder(world, { courseCode })
    await edit('courses/nspr.yaml', cancelFirst)
    expect(await faults()).toMatch(
      /^courses\/nspr\.yaml:\d+:5 cohorts\.0\.state: 1 seat is taken\. Cancel these dates on the admin’s orders page: /,
    )
    expect(await getCohortState(courseCode)).toBe('open')
  })
})

test('each change is printed with its old and new value', async () => {
  await edit('courses/nspr.yaml', (text) =>
    text.replace('seats: 24', 'seats: 30').replace('amount: 99', 'amount: "129.50"').replace('"20:00"', '"20:30"'),
  )
  await edit('courses/vfx.yaml', (text) =>
    text.replace('title: Small-room VFX', 'title: Small VFX').replace('minutes: 90', 'minutes: 95'),
  )
  await edit('refund-terms.yaml', (text) => text.replace('by e-mail', 'by letter'))
  const lines = (await runImport()).changes.flatMap(describeChange)
  expect(lines).toEqual([
    'changed  refund terms live',
    '         note: Ask in your portal or by e-mail. You don’t have to give a reason. → Ask in your portal or by letter. You don’t have to give a reason.',
    'changed  course VFX',
    '         title: Small-room VFX → Small VFX',
    '         curriculum, week-1-the-room, items, plate, minutes: 90 → 95',
    'changed  cohort NSPR-2026-12',
    '         seats: 24 → 30',
    expect.stringMatching(/^ {9}starts: (\d{4}-\d\d-\d\d) 15:00 UTC → \1 15:30 UTC$/),
    expect.stringMatching(/^ {9}ends: (\d{4}-\d\d-\d\d) 17:00 UTC → \1 17:30 UTC$/),
    expect.stringMatching(/^ {9}enrolment closes: (\d{4}-\d\d-\d\d) 15:00 UTC → \1 15:30 UTC$/),
    expect.stringMatching(/^ {9}sessions, lean-in, starts, local time: (\d{4}-\d\d-\d\d) 20:00 → \1 20:30$/),
    expect.stringMatching(/^ {9}sessions, lean-in, starts: (\d{4}-\d\d-\d\d) 15:00 UTC → \1 15:30 UTC$/),
    expect.stringMatching(/^ {9}sessions, lean-in, ends: (\d{4}-\d\d-\d\d) 17:00 UTC → \1 17:30 UTC$/),
    'changed  offer NSPR-2026-12',
    '         price: USD 99.00 → USD 129.50',
  ])
})
