import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getMinutesAfterDeath, MAX_DEATHS } from '#domain/learning/media-step.ts'
import { derivedKey } from '#platform/blobs/blob-keys.ts'
import { getMediaState, givenFile } from '../../../tests/world/media.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { listKnownKeys } from '../queries/deleted-assets.ts'
import { leaseStep, returnExpiredSteps } from '../queries/steps.ts'
import { failStep } from './end-step.ts'
import { runNextStep } from './run-step.ts'
import { failBy } from './step.ts'
import { createTurns, type Turns } from './turns.ts'

const folder = mkdtempSync(join(tmpdir(), 'understudy-deaths-'))
let world: World
let courseCode: string

beforeAll(async () => {
  world = await createWorld()
  courseCode = (await givenCourse(world)).slice(0, -2)
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

async function givenDocument(): Promise<string> {
  const path = join(folder, 'notes.pdf')
  writeFileSync(path, '%PDF-1.7')
  return givenFile(world, courseCode, path, { kind: 'file', contentType: 'application/pdf' })
}

const lease = (withSuspected = true) => leaseStep(world.db, randomUUID(), withSuspected)
const getInspection = async (assetId: string) => (await getMediaState(world, assetId)).steps.inspect!
const runNext = (turns: Turns = createTurns()) => runNextStep(world, null, new AbortController().signal, turns)
const letMinutesPass = () => sql`update media_step set run_after = now() where state = 'waiting'`.execute(world.db)

/** The worker of every running step has died, and its lease has ended. */
async function killWorkers(): Promise<void> {
  await sql`update media_step set leased_until = now() - interval '1 second' where state = 'running'`.execute(world.db)
  await returnExpiredSteps(world.db)
}

test('nine workers that die during a step are no failure of its file, and each death but the first delays it', async () => {
  const assetId = await givenDocument()
  for (let deaths = 1; deaths < MAX_DEATHS; deaths++) {
    expect(await lease()).toMatchObject({ assetId, deaths: deaths - 1 })
    await killWorkers()
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from run_after - now())::float / 60 as minutes from media_step where asset_id = ${assetId}`.execute(
      world.db,
    )
    expect(rows[0]!.minutes).toBeCloseTo(getMinutesAfterDeath(deaths)!, 0)
    await letMinutesPass()
  }
  expect(await runNext()).toBe(true)
  expect((await getMediaState(world, assetId)).asset).toMatchObject({ state: 'ready' })
  expect(await getInspection(assetId)).toMatchObject({ state: 'done', failures: 0, attempt: MAX_DEATHS })
})

test('a file that kills its workers for the tenth time has failed, and kills no more', async () => {
  const assetId = await givenDocument()
  for (let deaths = 0; deaths < MAX_DEATHS; deaths++) {
    await lease()
    await killWorkers()
    await letMinutesPass()
  }
  expect(await runNext()).toBe(true)
  expect((await getMediaState(world, assetId)).asset).toMatchObject({ state: 'failed' })
  expect(await getInspection(assetId)).toMatchObject({
    state: 'failed',
    failures: 0,
    error: 'The worker died 10 times while it processed this file.',
  })
  expect(await runNext()).toBe(false)
})

test('an encoder that the system ends counts as a death, and one that refuses its file as a failure', async () => {
  const assetId = await givenDocument()
  await failStep(world, (await lease())!, failBy({ end: 'killed', lastLines: [] }))
  expect(await getInspection(assetId)).toMatchObject({ state: 'waiting', deaths: 1, failures: 0 })
  await failStep(world, (await lease())!, failBy({ end: 'failed', lastLines: ['Invalid data'] }))
  expect(await getInspection(assetId)).toMatchObject({ state: 'waiting', deaths: 1, failures: 1 })
  await letMinutesPass()
  await runNext()
})

test('a step whose workers died twice runs last and alone, so it harms no other file', async () => {
  const suspect = await givenDocument()
  for (let deaths = 0; deaths < 2; deaths++) {
    await lease()
    await killWorkers()
    await letMinutesPass()
  }
  const first = await givenDocument()
  const second = await givenDocument()
  const turns = createTurns()
  const one = await turns.take(lease)
  const [two, none] = await Promise.all([turns.take(lease), turns.take(lease)])
  expect([one?.assetId, two?.assetId, none]).toEqual([first, second, undefined])
  turns.release(one!)
  expect(await turns.take(lease)).toBeUndefined()
  turns.release(two!)
  expect((await turns.take(lease))?.assetId).toBe(suspect)
  await givenDocument()
  expect(await turns.take(lease)).toBeUndefined()
})

test('the files that a running step has stored are no refuse, and those of a step that ended without them are', async () => {
  await sql`delete from media_step`.execute(world.db)
  const assetId = await givenDocument()
  const step = (await lease())!
  const run = `${step.attempt}-${step.leaseId.replaceAll('-', '').slice(0, 16)}`
  const key = derivedKey(assetId, step.step, run, 'segment-1.m4s')
  expect([...(await listKnownKeys(world.db, [key]))]).toEqual([key])
  await killWorkers()
  expect([...(await listKnownKeys(world.db, [key]))]).toEqual([])
})
