/** A refused caller is answered before a byte of the body is read. docs/contract §1. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { BODY_LIMIT } from '#app/hosts/api.ts'
import { listEndpoints } from '#app/hosts/endpoints.ts'
import type { EndpointShape } from '#http/endpoint.ts'
import { insertTrack } from '#media/queries/edited-tracks.ts'
import { rawAnswer } from '../../tests/support/raw-client.ts'
import { createIdentityWorld, type Identity } from '../../tests/world/identity.ts'
import { givenFile } from '../../tests/world/media.ts'
import { givenCourse } from '../../tests/world/selling.ts'
import { createTeacher } from '../../tests/world/teacher.ts'

let setup: Identity
let ids: { assetId: string; trackId: string }
const callers: { stranger: string | null; learner: string; 'other teacher': string; teacher: string } = {
  stranger: null,
  learner: '',
  'other teacher': '',
  teacher: '',
}

beforeAll(async () => {
  setup = await createIdentityWorld()
  const cohortCode = await givenCourse(setup.world)
  const otherCohortCode = await givenCourse(setup.world)
  callers.learner = (await setup.as(await setup.known())).authorization
  callers['other teacher'] = await logInTeacher(otherCohortCode)
  callers.teacher = await logInTeacher(cohortCode)
  const type = { kind: 'video', contentType: 'video/mp4' } as const
  const assetId = await givenFile(setup.world, cohortCode.replace(/-1$/, ''), 'content/README.md', type)
  const track = { assetId, kind: 'captions', language: 'en', label: 'English', isDefault: true } as const
  ids = { assetId, trackId: (await setup.world.db.transaction().execute((tx) => insertTrack(tx, track)))! }
})
afterAll(() => setup.close())

const endpoints = () => listEndpoints(setup.world)
const withLargeBody = () => endpoints().filter(({ endpoint }) => endpoint.maxBodyBytes !== undefined)

test('every endpoint with a large body is for signed-in people and asks for their permission', () => {
  const large = withLargeBody()
  expect(large.length).toBeGreaterThanOrEqual(2)
  for (const { endpoint, permit } of large) {
    const label = `${endpoint.method} ${endpoint.path}`
    expect([label, ['learner', 'admin', 'person'].includes(endpoint.actor), permit !== undefined]).toEqual([
      ...[label, true, true],
    ])
  }
})

test.each([
  ['stranger', 401],
  ['learner', 404],
  ['other teacher', 404],
] as const)('a %s is refused by every endpoint with a large body before the body is read', async (caller, status) => {
  for (const { endpoint } of withLargeBody())
    expect(await announceBody(endpoint, endpoint.maxBodyBytes!, callers[caller])).toMatchObject({ status })
})

test('a teacher of the course may send the body, whose two million values are refused by their number', async () => {
  const body = `{"a":[${Array<string>(2_000_000).fill('{}').join()}]}`
  for (const { endpoint } of withLargeBody()) {
    const answer = await setup.api.call(buildPath(endpoint), {
      method: endpoint.method,
      headers: { authorization: callers.teacher },
      body,
    })
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'BODY_INVALID' } })
  }
})

test('every call for signed-in people refuses a stranger before the body is read', async () => {
  const own = endpoints().filter(
    ({ endpoint }) => endpoint.method !== 'GET' && ['learner', 'admin', 'person'].includes(endpoint.actor),
  )
  expect(own.length).toBeGreaterThan(20)
  for (const { endpoint } of own)
    expect([endpoint.path, await announceBody(endpoint, BODY_LIMIT, null)]).toEqual([
      endpoint.path,
      { status: 401, errorCode: 'TOKEN_REQUIRED' },
    ])
})

test('more than 5,000 captions are refused with that reason', async () => {
  const cues = Array.from({ length: 5_001 }, (_, index) => ({ startsMs: index, endsMs: index + 1, text: 'a' }))
  const body = { kind: 'captions', language: 'de', cues }
  const headers = { authorization: callers.teacher }
  expect(await setup.api.post(`/api/v1/assets/${ids.assetId}/tracks`, body, headers)).toMatchObject({
    status: 400,
    body: { errorCode: 'FIELD_INVALID', fields: { cues: 'There are more than 5,000 captions.' } },
  })
})

test('every list in a body has a largest length', () => {
  for (const { endpoint } of endpoints()) {
    if (!endpoint.body) continue
    const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' })
    expect([endpoint.path, listEndlessLists(schema)]).toEqual([endpoint.path, []])
  }
})

function listEndlessLists(schema: unknown): object[] {
  if (schema === null || typeof schema !== 'object') return []
  const isEndless = 'type' in schema && schema.type === 'array' && !('maxItems' in schema || 'prefixItems' in schema)
  return [...(isEndless ? [schema] : []), ...Object.values(schema).flatMap(listEndlessLists)]
}

async function logInTeacher(cohortCode: string): Promise<string> {
  return (await setup.as((await createTeacher(setup, cohortCode)).email)).authorization
}

const buildPath = ({ path }: EndpointShape) =>
  `/api/v1/${path.replace(/:(\w+)/g, (_mark, name) => ids[name as keyof typeof ids] ?? randomUUID())}`

/** Sends the headers of a call and no byte of its body. */
async function announceBody(endpoint: EndpointShape, bytes: number, authorization: string | null) {
  const { port, host } = new URL(setup.api.base)
  const headers = [`Host: ${host}`, 'Content-Type: application/json', `Content-Length: ${bytes}`]
  const answer = await rawAnswer(Number(port), `${endpoint.method} ${buildPath(endpoint)}`, [
    ...headers,
    ...(authorization ? [`Authorization: ${authorization}`] : []),
  ])
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), errorCode: (JSON.parse(body) as { errorCode: string }).errorCode }
}
