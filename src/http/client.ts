/**
 * The browser's only client of the API. It never throws for a response: a refusal has its sentence, code and status,
 * and a missing response has status 0. See `docs/contract` §2 and §3. The browser build leaves out the schemas of
 * endpoints (`tools/bundler/endpoint-addresses.ts`).
 */
import { notifySessionEnd, requestToken } from './browser/client-hooks.ts'
import { deleteDrafts } from './browser/drafts.ts'
import { requestStepUp, type StepUpResult } from './browser/step-up.ts'
import { isOfOtherPerson, noteOwnChange, type SignedInAudience, TOKEN_KEYS } from './browser/stored-tokens.ts'
import type { EndpointInput, EndpointShape, Host, ResponseBody } from './endpoint.ts'
import { type ApiFailure, type ApiSuccess, parseResponse } from './parse-response.ts'

export type { SignedInAudience } from './browser/stored-tokens.ts'
/** The token that a call sends: none, a signed-in person's, or that of the tab's last order. */
export type AuthKind = 'none' | SignedInAudience | 'checkout'

/** The token that an endpoint needs by its `actor`, so that a call without one does not compile. */
type TokenFor = {
  anyone: { auth?: AuthKind }
  learner: { auth: 'learner' }
  admin: { auth: 'admin' }
  person: { auth: SignedInAudience }
  'order-holder': { auth: AuthKind }
  provider: { auth?: 'none' }
}

/** `headers`: values that an endpoint reads from headers, such as a code that must not be in a URL. */
type CallInput<E extends EndpointShape> = EndpointInput<E> &
  TokenFor[E['actor']] &
  (E['idempotent'] extends true ? { idempotencyKey: string } : { idempotencyKey?: string }) & {
    headers?: Record<string, string>
  }

type CallArguments<E extends EndpointShape> =
  object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

export type ApiResult<E extends EndpointShape> = ApiSuccess<ResponseBody<E>> | ApiFailure

export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The client's dependencies: the browser's, or a test's. */
export type ClientEnvironment = {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  local: KeyValueStorage
  session: KeyValueStorage
  /** Runs one job at a time under a name, across tabs. Tells the job whether another one ended just before. */
  runExclusive: <Result>(name: string, job: (isAfterAnother: boolean) => Promise<Result>) => Promise<Result>
  /** The origin of a host; empty for the page's own. */
  base: (host: Host) => string
  /** Called when another tab has logged in another person, so that this page shows old data. */
  onOtherPerson?: () => void
  /** Asks the person to confirm their identity when a call needs it. */
  stepUp?: (audience: SignedInAudience) => Promise<StepUpResult<ApiFailure>>
}

export type Client = {
  /** Such as `client.call(readOrder, { auth: 'admin', params: { orderId } })`. */
  call<E extends EndpointShape>(endpoint: E, ...input: CallArguments<E>): Promise<ApiResult<E>>
}

/** The browser build has only this part of an endpoint. */
type EndpointAddress = Pick<EndpointShape, 'host' | 'method' | 'path' | 'file'>
type RequestParts = { params?: object; query?: object; body?: object }
type RequestInput = RequestParts & { auth?: AuthKind; idempotencyKey?: string; headers?: Record<string, string> }

const NO_RESPONSE = 'Something went wrong'
const NO_TOKEN = 'No Access Token Found.'
const OTHER_PERSON = 'Someone else has logged in. Please look at this page again.'
const TIMEOUT_MS = 30_000
const STORAGE_DELAY_MS = 500
const STORAGE_CHECKS = 25

export function createClient(environment: ClientEnvironment): Client {
  return {
    async call<E extends EndpointShape>(endpoint: E, ...[input]: CallArguments<E>): Promise<ApiResult<E>> {
      const { auth = 'none', idempotencyKey, headers, ...parts }: RequestInput = input ?? {}
      const sendWith = async (token: string | null) =>
        auth !== 'none' && auth !== 'checkout' && isOfOtherPerson(auth, token)
          ? refuseOtherPerson(environment)
          : send(environment, endpoint, parts, token, idempotencyKey, headers)
      const token = getToken(environment, auth)
      const first = await sendWith(token)
      if (auth === 'none' || auth === 'checkout') return first as ApiResult<E>
      const result = first.status === 401 ? await retryWithRenewedToken(environment, auth, token, sendWith) : first
      return (await retryAfterStepUp(environment, auth, result, sendWith)) as ApiResult<E>
    },
  }
}

type SendWithToken = (token: string | null) => Promise<ApiSuccess<unknown> | ApiFailure>

async function retryWithRenewedToken(
  environment: ClientEnvironment,
  auth: SignedInAudience,
  refusedToken: string | null,
  sendWith: SendWithToken,
) {
  const renewed = await renewToken(environment, auth, refusedToken)
  return typeof renewed === 'string' ? sendWith(renewed) : renewed
}

/** Repeats a call that needs a step-up, after the step-up. */
async function retryAfterStepUp(
  environment: ClientEnvironment,
  auth: SignedInAudience,
  refusal: ApiSuccess<unknown> | ApiFailure,
  sendWith: SendWithToken,
) {
  if (refusal.errorCode !== 'STEP_UP_REQUIRED' || !environment.stepUp) return refusal
  const result = await environment.stepUp(auth)
  if (result === 'done') return sendWith(getToken(environment, auth))
  return result ?? refusal
}

/** The client of the open page. `keepalive`: a call goes on when the page is closed. Its body is at most 64 KB. */
export function browserClient({ keepalive = false } = {}): Client {
  return createClient({
    fetch: (url, init) => fetch(url, { ...init, keepalive }),
    local: localStorage,
    session: sessionStorage,
    runExclusive: runInTabLock,
    base: (host) => document.querySelector<HTMLMetaElement>(`meta[name="api-${host}"]`)?.content ?? '',
    onOtherPerson: () => dispatchEvent(new Event('storage')),
    stepUp: requestStepUp,
  })
}

/**
 * Runs jobs of all tabs one after another, by a Web Lock. A tab sees another tab's storage writes with a short delay,
 * so a job gets whether another one ended within that delay and must read again.
 */
export function runInTabLock<Result>(name: string, job: (isAfterAnother: boolean) => Promise<Result>): Promise<Result> {
  // Without locks (plain http on another machine), the server's grace period for two tabs applies.
  const { locks } = navigator
  if (!locks) return job(false)
  const endedLock = `${name}:ended`
  return locks.request(name, async () => {
    const result = await job(await locks.request(endedLock, { ifAvailable: true }, async (lock) => !lock))
    // Requested before the turn ends, so that it is held before the next job starts.
    locks.request(endedLock, { mode: 'shared' }, () => pause(STORAGE_DELAY_MS))
    return result
  })
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Stores both tokens. */
export function saveTokens(
  local: KeyValueStorage,
  audience: SignedInAudience,
  tokens: { token: string; refresh_token: string },
): void {
  local.setItem(TOKEN_KEYS[audience].access, tokens.token)
  local.setItem(TOKEN_KEYS[audience].refresh, tokens.refresh_token)
  noteOwnChange(audience, tokens.token)
}

export function deleteTokens(local: KeyValueStorage, audience: SignedInAudience): void {
  for (const key of Object.values(TOKEN_KEYS[audience])) local.removeItem(key)
  noteOwnChange(audience, null)
}

/**
 * Deletes what a log-in stored in the browser (docs/specification.md §4), and what features store for its session. The
 * tab's data belongs to the learner, so that an admin's end deletes it only if no learner stays logged in. An admin's
 * drafts are deleted in any case.
 */
export function deleteSession(
  { local, session }: Pick<ClientEnvironment, 'local' | 'session'>,
  audience: SignedInAudience = 'learner',
  isLogOut = false,
): void {
  deleteTokens(local, audience)
  if (audience === 'admin') deleteDrafts(session, 'admin')
  const isLearnerLeft = audience === 'admin' && local.getItem(TOKEN_KEYS.learner.access) !== null
  if (!isLearnerLeft) notifySessionEnd({ session, isLogOut })
}

function getToken(environment: ClientEnvironment, auth: AuthKind): string | null {
  if (auth === 'none') return null
  return auth === 'checkout' ? requestToken(environment.session) : environment.local.getItem(TOKEN_KEYS[auth].access)
}

/**
 * One refresh for all calls and tabs that got a 401 with the same token. A second caller finds another token in the
 * storage, possibly after a delay, and uses it. A refresh without a response does not log out.
 */
async function renewToken(
  environment: ClientEnvironment,
  audience: SignedInAudience,
  refusedToken: string | null,
): Promise<string | ApiFailure> {
  return environment.runExclusive(`understudy:refresh:${audience}`, async (isAfterAnother) => {
    const readToken = () => environment.local.getItem(TOKEN_KEYS[audience].access)
    for (
      let checksLeft = STORAGE_CHECKS;
      isAfterAnother && refusedToken && readToken() === refusedToken && checksLeft > 0;
      checksLeft--
    )
      await pause(STORAGE_DELAY_MS / STORAGE_CHECKS)
    const current = readToken()
    if (current && current !== refusedToken) return current

    const refreshToken = environment.local.getItem(TOKEN_KEYS[audience].refresh)
    if (!refreshToken) return logOut(environment, audience)
    const response = await send(
      environment,
      { host: 'login', method: 'POST', path: 'get-token' },
      { body: { refreshToken } },
      null,
    )
    if (response.error !== null && (response.status === 0 || response.status >= 500 || response.status === 429))
      return response

    const tokens = response.error === null ? response.data : null
    if (!areTokens(tokens)) return logOut(environment, audience)
    saveTokens(environment.local, audience, tokens)
    return tokens.token
  })
}

/** docs/specification.md §5: both tokens or nothing. */
function areTokens(value: unknown): value is { token: string; refresh_token: string } {
  const tokens = (value ?? {}) as { token?: unknown; refresh_token?: unknown }
  return typeof tokens.token === 'string' && typeof tokens.refresh_token === 'string'
}

function logOut(environment: ClientEnvironment, audience: SignedInAudience): ApiFailure {
  deleteSession(environment, audience)
  return { data: null, error: NO_TOKEN, errorCode: 'TOKEN_REQUIRED', status: 401 }
}

/** The call would act for a person whom the page does not show, such as pay with another person's name beside it. */
function refuseOtherPerson(environment: ClientEnvironment): ApiFailure {
  environment.onOtherPerson?.()
  return { data: null, error: OTHER_PERSON, errorCode: 'PERSON_CHANGED', status: 409 }
}

async function send(
  environment: ClientEnvironment,
  address: EndpointAddress,
  parts: RequestParts,
  token: string | null,
  idempotencyKey?: string,
  extraHeaders?: Record<string, string>,
): Promise<ApiSuccess<unknown> | ApiFailure> {
  const headers: Record<string, string> = {
    ...extraHeaders,
    accept: [address.file, 'application/json'].filter(Boolean).join(', '),
  }
  if (parts.body) headers['content-type'] = 'application/json'
  if (token) headers.authorization = `Bearer ${token}`
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  try {
    const response = await environment.fetch(buildUrl(environment, address, parts), {
      method: address.method,
      headers,
      // Only the log-in host has a cookie, which binds a session to this browser.
      credentials: address.host === 'login' ? 'include' : 'same-origin',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(parts.body && { body: JSON.stringify(parts.body) }),
    })
    if (address.file && response.ok)
      return { data: await response.blob(), error: null, errorCode: null, status: response.status }
    return parseResponse(response, await response.text())
  } catch {
    return { data: null, error: NO_RESPONSE, errorCode: null, status: 0 }
  }
}

function buildUrl(
  environment: ClientEnvironment,
  { host, path }: EndpointAddress,
  { params, query }: RequestParts,
): string {
  const values = (params ?? {}) as Record<string, unknown>
  const filled = path.replace(/:(\w+)/g, (_mark, name: string) => encodeURIComponent(String(values[name])))
  const queryEntries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  const search =
    queryEntries.length > 0 ? `?${new URLSearchParams(queryEntries.map(([name, value]) => [name, String(value)]))}` : ''
  return `${environment.base(host)}/api/v1/${filled}${search}`
}
