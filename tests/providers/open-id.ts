/** A whole OpenID provider that is not ours, with its own log-in form and consent, in the place of Google. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import OpenIdProvider from 'oidc-provider'
import type { Double } from './double.ts'
import { GOOGLE_CLIENT } from './google.ts'

export type OpenIdDouble = Double & {
  /** Away until then; from now on it knows the school, and where it may be sent back to. */
  admit(redirectUri: string): void
}

/** A log-in as `ana`, with any password, is by ana@gmail.com. */
export async function startOpenIdProvider(): Promise<OpenIdDouble> {
  let answer: ReturnType<OpenIdProvider['callback']> | undefined
  const server = createServer((request, response) =>
    answer ? answer(request, response) : response.writeHead(503).end(),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const configure = (redirectUri: string) => ({
    clients: [
      {
        client_id: GOOGLE_CLIENT.id,
        client_secret: GOOGLE_CLIENT.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: `google-${id}`, email: `${id}@gmail.com`, email_verified: true, name: 'Ana Ortiz' }),
    }),
  })

  return {
    url,
    admit(redirectUri) {
      answer = new OpenIdProvider(url, configure(redirectUri)).callback()
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
