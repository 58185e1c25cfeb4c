/**
 * The way to a provider of social log-in and back. What a flow needs is in a sealed cookie of the browser
 * that began it; nonce and PKCE verifier are derived from the state and stored nowhere. Contract §3.
 */
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { safeReturn } from '#domain/safe-return.ts'
import type { Deps } from '#http/deps.ts'
import type { Provider, ProviderName } from '#platform/identity/provider.ts'
import { consumeLimit } from '#platform/limits.ts'
import type { Secrets } from '#platform/secrets.ts'
import { addFlow, tieToken } from './queries/identity.ts'

export const FLOW_MINUTES = 10

const Begun = z.object({
  kind: z.literal('social-flow'),
  provider: z.string(),
  state: z.string(),
  from: z.string(),
  until: z.number(),
})
type Begun = z.output<typeof Begun>

/** What the provider's answer says, as the browser carried it. */
export type Arrival = {
  cookie: string | null
  state: string | null
  code: string | null
  idToken: string | null
  ip: string
}

export async function beginFlow(
  deps: Deps,
  provider: Provider,
  from: string | null,
): Promise<Outcome<{ url: string; cookie: string }>> {
  const state = deps.secrets.newToken()
  const { nonce, codeVerifier } = keysOf(deps.secrets, state)
  const url = await provider.authorizeUrl({
    state,
    nonce,
    codeChallenge: deps.secrets.hash(codeVerifier).toString('base64url'),
    redirectUrl: redirectUrlOf(deps, provider.name),
  })
  if (!url.ok) return refused('SOCIAL_FAILED', { reason: url.reason })

  const begun: Begun = {
    kind: 'social-flow',
    provider: provider.name,
    state,
    from: placeAfter(deps, from),
    until: deps.clock().getTime() + FLOW_MINUTES * 60_000,
  }
  return accepted({ url: url.value, cookie: deps.secrets.seal(JSON.stringify(begun)).toString('base64url') })
}

/** Where this browser's flow leads to, or null when it began none that still runs. */
export function flowPlace(deps: Deps, provider: Provider, arrival: Pick<Arrival, 'cookie' | 'state'>): string | null {
  return begunFlow(deps, provider, arrival)?.from ?? null
}

/**
 * Takes the provider's answer, once, and only in the browser that began. The token goes to the page, which
 * hands it to get-token; only its hash stays here.
 */
export async function endFlow(deps: Deps, provider: Provider, arrival: Arrival): Promise<Outcome<{ token: string }>> {
  const begun = begunFlow(deps, provider, arrival)
  if (!begun) return refused('SOCIAL_FAILED', { reason: 'no flow of this browser' })
  if (!arrival.code) return refused('SOCIAL_FAILED', { reason: 'the provider gave no code' })
  const wait = await consumeLimit(deps.db, 'socialReturn', arrival.ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })

  const stateHash = deps.secrets.hash(begun.state)
  const { nonce, codeVerifier } = keysOf(deps.secrets, begun.state)
  const isFirst = await addFlow(deps.db, { stateHash, provider: provider.name, nonce })
  if (!isFirst) return refused('SOCIAL_FAILED', { reason: 'this flow came back before' })

  const redirectUrl = redirectUrlOf(deps, provider.name)
  const token = await provider.takeToken({ code: arrival.code, idToken: arrival.idToken, codeVerifier, redirectUrl })
  if (!token.ok) return refused('SOCIAL_FAILED', { reason: token.reason })
  await tieToken(deps.db, stateHash, deps.secrets.hash(token.value))
  return accepted({ token: token.value })
}

/** From PUBLIC_URL alone: no header of a request has a word in it. */
export function redirectUrlOf({ config }: Deps, provider: ProviderName): string {
  return new URL(`/social/${provider}/callback`, config.publicUrl).href
}

function keysOf(secrets: Secrets, state: string): { nonce: string; codeVerifier: string } {
  return {
    nonce: secrets.mac('social-nonce', state).toString('base64url'),
    codeVerifier: secrets.mac('social-verifier', state).toString('base64url'),
  }
}

/** Where somebody goes after logging in. A way back that begins the next log-in would go round for ever. */
export function placeAfter({ config }: Pick<Deps, 'config'>, from: string | null): string {
  const place = safeReturn(from, new URL(config.publicUrl).origin)
  return place.startsWith('/social/') ? '/portal' : place
}

function begunFlow(deps: Deps, provider: Provider, { cookie, state }: Pick<Arrival, 'cookie' | 'state'>): Begun | null {
  const begun = cookie ? unseal(deps.secrets, cookie) : null
  if (!begun || begun.provider !== provider.name || begun.until < deps.clock().getTime()) return null
  return state && isSame(begun.state, state) ? begun : null
}

function unseal(secrets: Secrets, cookie: string): Begun | null {
  try {
    return Begun.safeParse(JSON.parse(secrets.open(Buffer.from(cookie, 'base64url')))).data ?? null
  } catch {
    return null
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
