/** The limits of running uploads, on a real database. docs/contract §23. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Deps } from '#http/deps.ts'
import { createIdentityWorld, type Identity } from '../../../../tests/world/identity.ts'
import { processAll } from '../../../../tests/world/media.ts'
import { givenCourse } from '../../../../tests/world/selling.ts'
import { createTeacher } from '../../../../tests/world/teacher.ts'
import { createUploadReceiver, readUpload } from './receive-call.ts'
import { startUpload } from './start-upload.ts'

const CONTENT = Buffer.from('A few words of text.')

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

async function createTeacherWithFiles() {
  const cohortCode = await givenCourse(setup.world)
  const { personId } = await createTeacher(setup, cohortCode)
  const teacher = { personId, audience: 'learner' as const }
  const file = { coursePrefixCode: cohortCode.replace(/-1$/, ''), kind: 'file' as const, filename: 'notes.txt' }
  const begin = async () => {
    const started = await startUpload(setup.world, teacher, { ...file, bytes: CONTENT.length })
    if (!started.ok) throw new Error(started.refusal.code)
    return started.value.assetId
  }
  return { teacher, begin }
}

test('of six uploads that one person continues at once at most three run, and the others go on later', async () => {
  const { teacher, begin } = await createTeacherWithFiles()
  const assetIds = await Promise.all(Array.from({ length: 6 }, begin))
  const receive = createUploadReceiver(setup.world)
  const gate = Promise.withResolvers<void>()
  let [runningCount, refusedCount] = [0, 0]
  async function* readBody() {
    runningCount += 1
    await gate.promise
    yield CONTENT
  }
  const send = async (assetId: string) => {
    const call = { assetId, offset: 0, contentLength: CONTENT.length, body: readBody() }
    const outcome = await receive(teacher, call)
    if (!outcome.ok) refusedCount += 1
    return outcome.ok ? null : outcome.refusal.code
  }
  const calls = assetIds.map(send)
  await expect.poll(() => runningCount + refusedCount).toBe(6)
  expect(runningCount).toBeLessThanOrEqual(3)
  gate.resolve()
  const codes = await Promise.all(calls)
  for (const [index, code] of codes.entries()) {
    if (code === null) continue
    expect(code).toBe('RATE_LIMITED')
    expect(await send(assetIds[index]!)).toBeNull()
  }
})

test.each([1, 2, 3])(
  'an upload whose file is stored after statement %i of a call for its bytes is found',
  async (after) => {
    const { teacher, begin } = await createTeacherWithFiles()
    const assetId = await begin()
    const body = (async function* () {
      yield CONTENT
    })()
    const call = { assetId, offset: 0, contentLength: CONTENT.length, body }
    expect(await createUploadReceiver(setup.world)(teacher, call)).toMatchObject({ ok: true })
    let statements = 0
    const db: Deps['db'] = setup.world.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1
        if (statements === after) await processAll(setup.world, null)
        return result
      },
    })
    const read = await readUpload({ ...setup.world, db }, teacher, assetId)
    expect(read).toMatchObject({ ok: true, value: { receivedBytes: CONTENT.length } })
    expect(statements).toBeGreaterThanOrEqual(after)
  },
)
