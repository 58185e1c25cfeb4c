/** The browser's calls, and the server's, against the list of docs/specification.md §7. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { EndpointShape } from '#http/endpoint.ts'
import { SPECIFIED_CALLS } from '../../tests/support/specified-calls.ts'

type Module = Record<string, unknown>

const wires = import.meta.glob<Module>(['/src/*/*/wire.ts', '/src/*/*/wire/*.ts', '/src/media/wire.ts'], {
  eager: true,
})
const isEndpoint = (value: unknown): value is EndpointShape =>
  typeof value === 'object' && value !== null && 'path' in value && 'answers' in value
const endpoints = Object.values(wires).flatMap((module) => Object.values(module).filter(isEndpoint))

/** The paths of the calls that the browser has a function for. knip finds functions that nothing calls. */
const CLIENT_MODULES = import.meta.glob<Module>(['/src/*/*/calls.ts', '/src/*/*/calls/*.ts'], {
  eager: true,
})
/** These two send their calls without the client, which is larger than they are. */
const OWN_SENDERS = ['src/screens/storefront/market/local-prices.ts', 'src/http/client.ts']

function listCalledPaths(): Set<string> {
  const paths = new Set<string>()
  const client = {
    call: async (endpoint: EndpointShape) => {
      paths.add(endpoint.path)
      return { data: null, error: 'none', errorCode: null, status: 0 }
    },
  }
  Object.assign(globalThis, { location: { hostname: 'localhost' } })
  for (const module of Object.values(CLIENT_MODULES))
    for (const [name, call] of Object.entries(module))
      if (/^call[A-Z]/.test(name) && typeof call === 'function') call(client, '', '', '', '')
  Reflect.deleteProperty(globalThis, 'location')
  return paths
}

test.each(SPECIFIED_CALLS)('$method $path: the server has it as written, with every field', (specified) => {
  const found = endpoints.filter(({ method, path }) => method === specified.method && path === specified.path)
  expect(found).toHaveLength(1)
  const [endpoint] = found
  expect(endpoint!.host).toBe(specified.host)
  const { sends = [], any = [], optional = [], values = {} } = specified
  const schema = specified.method === 'GET' ? endpoint!.query : endpoint!.body
  const known = listFields(schema?.toJSONSchema({ unrepresentable: 'any', io: 'input' }))
  expect(known).toEqual(expect.arrayContaining([...sends, ...any.flat(), ...optional, ...Object.keys(values)]))
})

test('the browser makes every call of the list', () => {
  const paths = listCalledPaths()
  const sent = OWN_SENDERS.map((file) => readFileSync(file, 'utf8')).join('\n')
  const missing = SPECIFIED_CALLS.filter(({ path }) => !paths.has(path) && !sent.includes(`'${path}'`))
  expect(missing.map(({ path }) => path)).toEqual([])
})

/** The names of an object's fields, also where it is one of several. */
function listFields(schema: unknown): string[] {
  const { properties, anyOf = [] } = (schema ?? {}) as { properties?: object; anyOf?: unknown[] }
  return [...Object.keys(properties ?? {}), ...anyOf.flatMap(listFields)]
}
