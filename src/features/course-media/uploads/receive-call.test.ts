/** The limits of running uploads, on a real database. docs/contract.md §23. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentityWorld, type Identity } from '../../../../tests/world/identity.ts'
import { givenCourse } from '../../../../tests/world/selling.ts'
import { createTeacher } from '../../../../tests/world/teacher.ts'
import { createUploadReceiver } from './receive-call.ts'
import { startUpload } from './start-upload.ts'

const CONTENT = Buffer.from('A few words of text.')

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

test('of six uploads that one person continues at once at most three run, and the others go on later', async () => {
  const cohortCode = await givenCourse(setup.world)
  const { personId } = await createTeacher(setup, cohortCode)
  const teacher = { personId, audience: 'learner' as const }
  const file = { coursePrefixCode: cohortCode.replace(/-1$/, ''), kind: 'file' as const, filename: 'notes.txt' }
  const begin = async () => {
    const started = await startUpload(setup.world, teacher, { ...file, bytes: CONTENT.length })
    if (!started.ok) throw new Error(started.refusal.code)
    return started.value.assetId
  }
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
