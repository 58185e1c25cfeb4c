/**
 * `oauth2-mock-server` in the place of Google. It lets every client and redirect address in; what it is
 * for is that a test bends what it signs, what it answers and where it sends the browser.
 */
import type { ServerResponse } from 'node:http'
import { OAuth2Server } from 'oauth2-mock-server'
import type { Double } from './double.ts'

type Body = Record<string, unknown>
type Answer = { body: Body; statusCode: number }
export type Bent = {
  claims?: (claims: Body) => Body
  answer?: (answer: Answer) => void
  description?: (answer: Answer) => void
  sentTo?: (address: URL) => void
  /** How the answer with the tokens comes over the wire. */
  wire?: keyof typeof WIRES
}
export type Bendable = Double & {
  bent: Bent
  /** Adds a key to those it publishes, and signs with it from now on. */
  rotate(kid: string, algorithm?: string): Promise<void>
  /** `drops`: of answers that drip. */
  calls: { keys: number; drops: number }
}

/** Every log-in is by this person. */
export async function createBendableGateway(person: Body): Promise<Bendable> {
  const server = new OAuth2Server()
  const { service, issuer } = server
  const calls = { keys: 0, drops: 0 }
  const build = issuer.buildToken.bind(issuer)
  let signsWith = ''
  issuer.buildToken = (options) => build({ ...options, kid: signsWith })

  service.on('beforeTokenSigning', (token: { payload: Body }) => {
    const claims = { ...token.payload, ...person }
    token.payload = bendable.bent.claims?.(claims) ?? claims
  })
  service.on('beforeResponse', (answer: Answer) => bendable.bent.answer?.(answer))
  service.on('beforeAuthorizeRedirect', ({ url }: { url: URL }) => bendable.bent.sentTo?.(url))
  service.on('beforeWellKnownOpenIdConfiguration', (answer: Answer) => {
    const { wire, description } = bendable.bent
    answer.body.jwks_uri = `${issuer.url}/keys`
    if (wire) answer.body.token_endpoint = `${issuer.url}/${wire}`
    description?.(answer)
  })
  service.addRoute('GET', '/keys', (_request, response) => {
    calls.keys++
    response.end(JSON.stringify({ keys: issuer.keys.toJSON() }))
  })
  for (const [wire, send] of Object.entries(WIRES))
    service.addRoute('POST', `/${wire}`, (_request, response) => send(response, () => calls.drops++))
  await server.start(0, '127.0.0.1')

  const bendable: Bendable = {
    url: issuer.url!,
    bent: {},
    calls: calls,
    async rotate(kid, algorithm = 'RS256') {
      await issuer.keys.generate(algorithm, { kid })
      signsWith = kid
    },
    close: () => server.stop(),
  }
  await bendable.rotate('first')
  return bendable
}

const WIRES = {
  /** Ends in the middle of what it said would be longer. */
  cut(response: ServerResponse) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 4_000 })
    response.write('{"id_token":"eyJhbGci', () => response.destroy())
  },
  /** Ends in the middle, as if that were all. */
  half(response: ServerResponse) {
    response.end('{"access_token":"a","id_token":"eyJhbGci')
  },
  page(response: ServerResponse) {
    response.end('<!doctype html><title>Sorry</title>')
  },
  /** A space now and then, which is good JSON so far, and never comes to the point. */
  drip(response: ServerResponse, onDrop: () => void) {
    const drop = setInterval(() => response.write(' ', onDrop), 20)
    response.on('close', () => clearInterval(drop))
  },
  endless(response: ServerResponse) {
    const more = () => response.write('a'.repeat(64 * 1024), (error) => !error && more())
    response.write('{"id_token":"')
    more()
  },
  away(response: ServerResponse) {
    response.destroy()
  },
  elsewhere(response: ServerResponse) {
    response.writeHead(307, { location: '/token' }).end()
  },
}
