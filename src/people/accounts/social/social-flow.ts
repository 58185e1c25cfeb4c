/**
 * The redirect to a social log-in provider and back. A sealed cookie holds the state of the flow in the browser that
 * started it. Nonce and PKCE verifier are derived from the state and are not stored. docs/contract §3.
 */
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { toSafeReturnPath } from '#domain/safe-return.ts'
import type { Deps } from '#http/deps.ts'
import type { Provider, ProviderName } from '#platform/identity/provider.ts'
import { consumeLimit } from '#platform/limits.ts'
import type { Secrets } from '#platform/secrets.ts'
import { addFlow, storeFlowToken } from '../queries/identity.ts'

export const FLOW_MINUTES = 10

const SocialFlow = z.object({
  kind: z.literal('social-flow'),
  provider: z.string(),
  state: z.string(),
  from: z.string(),
  until: z.number(),
})
type SocialFlow = z.output<typeof SocialFlow>

/** The parameters of the provider's callback, as the browser sent them. */
export type ProviderReturn = {
  cookie: string | null
  state: string | null
  code: string | null
  idToken: string | null
  ip: string
}

export async function startFlow(
  deps: Deps,
  provider: Provider,
  from: string | null,
): Promise<Outcome<{ url: string; cookie: string }>> {
  const state = deps.secrets.newToken()
  const { nonce, codeVerifier } = deriveFlowKeys(deps.secrets, state)
  const url = await provider.authorizeUrl({
    state,
    nonce,
    codeChallenge: deps.secrets.hash(codeVerifier).toString('base64url'),
    redirectUrl: getRedirectUrl(deps, provider.name),
  })
  if (!url.ok) return refused('SOCIAL_FAILED', { reason: url.reason })

  const flow: SocialFlow = {
    kind: 'social-flow',
    provider: provider.name,
    state,
    from: getSafeReturnPath(deps, from),
    until: deps.clock().getTime() + FLOW_MINUTES * 60_000,
  }
  return accepted({ url: url.value, cookie: deps.secrets.seal(JSON.stringify(flow)).toString('base64url') })
}

/** The return path of this browser's flow, or null if it has no running flow. */
export function getFlowReturnPath(
  deps: Deps,
  provider: Provider,
  callback: Pick<ProviderReturn, 'cookie' | 'state'>,
): string | null {
  return readFlow(deps, provider, callback)?.from ?? null
}

/**
 * Handles the provider's callback, once, and only in the browser that started the flow. The page sends the token to
 * get-token; the database stores only its hash.
 */
export async function completeFlow(
  deps: Deps,
  provider: Provider,
  callback: ProviderReturn,
): Promise<Outcome<{ token: string }>> {
  const flow = readFlow(deps, provider, callback)
  if (!flow) return refused('SOCIAL_FAILED', { reason: 'no running flow in this browser' })
  if (!callback.code) return refused('SOCIAL_FAILED', { reason: 'the provider sent no code' })
  const waitSeconds = await consumeLimit(deps.db, 'socialReturn', callback.ip)
  if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })

  const stateHash = deps.secrets.hash(flow.state)
  const { nonce, codeVerifier } = deriveFlowKeys(deps.secrets, flow.state)
  const isFirst = await addFlow(deps.db, { stateHash, provider: provider.name, nonce })
  if (!isFirst) return refused('SOCIAL_FAILED', { reason: 'this flow has already returned' })

  const redirectUrl = getRedirectUrl(deps, provider.name)
  const token = await provider.takeToken({ code: callback.code, idToken: callback.idToken, codeVerifier, redirectUrl })
  if (!token.ok) return refused('SOCIAL_FAILED', { reason: token.reason })
  await storeFlowToken(deps.db, stateHash, deps.secrets.hash(token.value))
  return accepted({ token: token.value })
}

/** Uses PUBLIC_URL only, never request headers. */
export function getRedirectUrl({ config }: Deps, provider: ProviderName): string {
  return new URL(`/social/${provider}/callback`, config.publicUrl).href
}

function deriveFlowKeys(secrets: Secrets, state: string): { nonce: string; codeVerifier: string } {
  return {
    nonce: secrets.mac('social-nonce', state).toString('base64url'),
    codeVerifier: secrets.mac('social-verifier', state).toString('base64url'),
  }
}

/** The path after the log-in. A path that starts another social log-in would loop forever. */
export function getSafeReturnPath({ config }: Pick<Deps, 'config'>, from: string | null): string {
  const path = toSafeReturnPath(from, new URL(config.publicUrl).origin)
  return path.startsWith('/social/') ? '/portal' : path
}

function readFlow(
  deps: Deps,
  provider: Provider,
  { cookie, state }: Pick<ProviderReturn, 'cookie' | 'state'>,
): SocialFlow | null {
  const flow = cookie ? unseal(deps.secrets, cookie) : null
  if (!flow || flow.provider !== provider.name || flow.until < deps.clock().getTime()) return null
  return state && isEqual(flow.state, state) ? flow : null
}

function unseal(secrets: Secrets, cookie: string): SocialFlow | null {
  try {
    return SocialFlow.safeParse(JSON.parse(secrets.open(Buffer.from(cookie, 'base64url')))).data ?? null
  } catch {
    return null
  }
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
