import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTypescript from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../../../tests/world/api.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { createCaches } from './caches.ts'
import { listEndpoints } from './endpoints.ts'

let world: World
let api: Api
beforeAll(async () => {
  world = await createWorld(4)
  api = await startApi(world)
})
afterAll(async () => {
  await api.close()
  await world.close()
})

type Operation = { tags: string[]; servers?: { url: string }[] }
type Document = { servers: { url: string }[]; paths: Record<string, Record<string, Operation>> }

test('the linter of Redocly finds no fault in the document', async () => {
  const { status, headers } = await api.call('/openapi.json')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  const rules = {
    // The servers are those of this installation, and a demo is on localhost.
    'no-server-example.com': 'off',
    // One call only redirects.
    'operation-2xx-response': 'off',
  } as const
  const source = await (await fetch(`${api.base}/openapi.json`)).text()
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source, absoluteRef: `${api.base}/openapi.json`, config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

test('the document has every call of every host, at the host of public data alone', async () => {
  const { body } = await api.call('/openapi.json')
  const { paths } = body as Document
  const described = Object.values(paths).flatMap((methods) => Object.keys(methods))
  expect(described).toHaveLength(listEndpoints(world).length)
  const payment = await startApi(world, ['payment'])
  expect((await payment.call('/openapi.json')).status).toBe(404)
  await payment.close()
})

test('a call names its server where the hosts have addresses of their own', async () => {
  const config = { ...world.config, loginApiUrl: 'https://login.school.test/' }
  const own = await startApi({ ...world, config })
  const { servers, paths } = (await own.call('/openapi.json')).body as Document
  await own.close()
  const site = new URL(world.config.staticDataApiUrl).origin
  expect(servers.map(({ url }) => url)).toEqual(['https://login.school.test', site])
  expect(paths['/api/v1/log-in']?.post?.servers).toEqual([{ url: 'https://login.school.test' }])
  expect(paths['/api/v1/next-course-date']?.get?.servers).toEqual([{ url: site }])
})

test('the document is compressed and has an ETag where responses are cached', async () => {
  const cached = await startApi(world, ['static-data'], createCaches(world)!.responses)
  const first = await fetch(`${cached.base}/openapi.json`)
  expect(first.headers.get('content-encoding')).toBe('gzip')
  expect(first.headers.get('cache-control')).toBe('public, max-age=300')
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  expect((await fetch(`${cached.base}/openapi.json`, { headers })).status).toBe(304)
  expect(await first.json()).toEqual((await api.call('/openapi.json')).body)
  await cached.close()
})

const CLIENT = `
import type { paths } from './api.ts'

type Options = paths['/api/v1/sign-up-payment-options']['post']
type Body = Options['requestBody']['content']['application/json']
type Answer = Options['responses']['200']['content']['application/json']

export async function askPrice(base: string, body: Body): Promise<string> {
  const response = await fetch(base + '/api/v1/sign-up-payment-options', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { data } = (await response.json()) as Answer
  const price: string | undefined = data.options[0]?.total.amount
  return price + ' ' + data.currency
}
`

test('a client that openapi-typescript generates compiles, and asks the server for a price', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-client-'))
  const compile = async (client: string) => {
    await writeFile(join(folder, 'client.ts'), client)
    const tsc = join(import.meta.dirname, '../../../node_modules/typescript/lib/tsc.js')
    const options = [
      '--noEmit',
      '--strict',
      '--target',
      'es2024',
      '--module',
      'preserve',
      '--allowImportingTsExtensions',
    ]
    return promisify(execFile)(process.execPath, [tsc, ...options, 'client.ts'], { cwd: folder }).then(
      () => 'compiles',
      ({ stdout }: { stdout: string }) => stdout,
    )
  }
  try {
    await writeFile(join(folder, 'api.ts'), await openapiTypescript(new URL(`${api.base}/openapi.json`)))
    expect(await compile(CLIENT.replace('const price: string', 'const price: number'))).toContain('error TS2322')
    expect(await compile(CLIENT)).toBe('compiles')
    const { askPrice } = await import(pathToFileURL(join(folder, 'client.ts')).href)
    expect(await askPrice(api.base, { courseCode: await givenCourse(world) })).toBe('399.00 USD')
  } finally {
    await rm(folder, { recursive: true })
  }
})
