/** The browser's calls, and the server's, against the list of docs/specification.md §7. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { EndpointShape } from '#http/endpoint.ts'
import { SPECIFIED_CALLS } from '../../tests/support/specified-calls.ts'

type Module = Record<string, unknown>

const wires = import.meta.glob<Module>(['/src/*/*/wire.ts', '/src/*/*/wire/*.ts', '/src/media/wire.ts'], {
  eager: true,
})
const isEndpoint = (value: unknown): value is EndpointShape =>
  typeof value === 'object' && value !== null && 'path' in value && 'answers' in value
const namedEndpoints = Object.values(wires).flatMap((module) =>
  Object.entries(module).flatMap(([name, value]) => (isEndpoint(value) ? [{ name, endpoint: value }] : [])),
)

/** These two send their calls without the client, which is larger than they are. */
const OWN_SENDERS = ['src/screens/storefront/market/local-prices.ts', 'src/http/client.ts']

/** The endpoints that a source file calls by name, such as `client.call(userProfile, …)`. */
function listCalledEndpoints(): Set<string | undefined> {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'),
  )
  const source = files.map((file) => readFileSync(`src/${file}`, 'utf8')).join('\n')
  return new Set([...source.matchAll(/\.call\(\s*(\w+)/g)].map(([, name]) => name))
}

test.each(SPECIFIED_CALLS)('$method $path: the server has it as written, with every field', (specified) => {
  const found = namedEndpoints.filter(
    ({ endpoint: { method, path } }) => method === specified.method && path === specified.path,
  )
  expect(found).toHaveLength(1)
  const { endpoint } = found[0]!
  expect(endpoint.host).toBe(specified.host)
  const { sends = [], any = [], optional = [], values = {} } = specified
  const schema = specified.method === 'GET' ? endpoint.query : endpoint.body
  const known = listFields(schema?.toJSONSchema({ unrepresentable: 'any', io: 'input' }))
  expect(known).toEqual(expect.arrayContaining([...sends, ...any.flat(), ...optional, ...Object.keys(values)]))
})

test('the browser makes every call of the list', () => {
  const called = listCalledEndpoints()
  const sent = OWN_SENDERS.map((file) => readFileSync(file, 'utf8')).join('\n')
  const isCalled = (path: string) =>
    sent.includes(`'${path}'`) ||
    namedEndpoints.some(({ name, endpoint }) => endpoint.path === path && called.has(name))
  expect(SPECIFIED_CALLS.map(({ path }) => path).filter((path) => !isCalled(path))).toEqual([])
})

/** The names of an object's fields, also where it is one of several. */
function listFields(schema: unknown): string[] {
  const { properties, anyOf = [] } = (schema ?? {}) as { properties?: object; anyOf?: unknown[] }
  return [...Object.keys(properties ?? {}), ...anyOf.flatMap(listFields)]
}
