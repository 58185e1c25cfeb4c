/** Two workers at one step: the one that lost its lease changes and deletes nothing of the other. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getMediaState, givenFile } from '../../../tests/world/media.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { insertFirstSteps } from '../queries/steps.ts'
import { runNextStep } from './run-step.ts'
import { createTurns } from './turns.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const runNext = (deps: World) => runNextStep(deps, null, new AbortController().signal, createTurns())

/** As if another worker took the step when the first one stores its files. */
function losingLeaseAt(assetId: string): World {
  const { blobs } = world
  const moveIn: typeof blobs.moveIn = async (...file) => {
    await sql`update media_step set lease_id = ${randomUUID()} where asset_id = ${assetId}`.execute(world.db)
    return blobs.moveIn(...file)
  }
  return { ...world, blobs: { ...blobs, moveIn } }
}

test('a worker that lost its lease deletes none of the files that a rendition names', async () => {
  const courseCode = (await givenCourse(world)).slice(0, -2)
  const film = { kind: 'video', contentType: 'video/mp4' } as const
  const assetId = await givenFile(world, courseCode, 'content/courses/mcom/middle.mp4', film)
  expect(await runNext(world)).toBe(true)
  const { folder } = (await getMediaState(world, assetId)).renditions.copy!
  const listFiles = () => Array.fromAsync(world.blobs.list(`${folder}/`))
  const files = await listFiles()
  expect(files).toHaveLength(1)

  // Without ffmpeg the step is gone after its end, and counts its attempts anew when it is added again.
  await insertFirstSteps(world.db, [assetId], 'inspect')
  expect(await runNext(losingLeaseAt(assetId))).toBe(true)
  expect((await getMediaState(world, assetId)).renditions.copy!.folder).toBe(folder)
  expect(await listFiles()).toEqual(files)
})
