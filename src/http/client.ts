/**
 * The browser's one way to the API. It never throws for an answer: a refusal comes back with its
 * sentence, code and status, and no answer at all comes back with status 0. Contract §2 and §3.
 * Endpoints are named by type (`call<typeof logIn>({ … })`), so that no schema reaches the browser.
 */
import type { Answer, EndpointShape, Host, Sent } from './endpoint.ts'

/** Where an endpoint is; its type ties the three to what goes in and comes out. */
export type Place<E extends EndpointShape> = Pick<E, 'host' | 'method' | 'path'>

/** Whose word the call carries: nobody's, the learner's, or that of the order last begun in this tab. */
export type Credential = 'none' | 'learner' | 'checkout'
type Options = { auth?: Credential; idempotencyKey?: string }

export type Good<Body> = { data: Body; error: null; errorCode: null; status: number }
export type Bad = {
  /** The whole body of the refusal, where there was one. */
  data: unknown
  error: string
  errorCode: string | null
  /** 0: no answer, so nobody knows whether it was done. */
  status: number
  fields?: Record<string, string>
  /** What `Retry-After` asks for. */
  retryAfterSeconds?: number
}
export type Answered<E extends EndpointShape> = Good<Answer<E>> | Bad

export type Keys = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What the client works with; the browser's own, or a test's. */
export type Surroundings = {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  local: Keys
  session: Keys
  /** Runs one job at a time under a name, across tabs. */
  oneAtATime: <Result>(name: string, job: () => Promise<Result>) => Promise<Result>
  /** The origin of a host, empty for the page's own. */
  base: (host: Host) => string
}

export type Client = {
  call<E extends EndpointShape>(place: Place<E>, sent: Sent<E> & Options): Promise<Answered<E>>
}

type Parts = { params?: object; query?: object; body?: object }

const NO_ANSWER = 'Something went wrong'
const NO_TOKEN = 'No Access Token Found.'
const GIVE_UP_MS = 30_000

export function openClient(here: Surroundings): Client {
  return {
    async call<E extends EndpointShape>(place: Place<E>, sent: Sent<E> & Options): Promise<Answered<E>> {
      const { auth = 'none', idempotencyKey } = sent
      const ask = (token: string | null) => send(here, place, sent as Parts, token, idempotencyKey)
      const token = tokenFor(here, auth)
      const first = await ask(token)
      if (first.status !== 401 || auth !== 'learner') return first as Answered<E>

      const renewed = await renew(here, token)
      return (typeof renewed === 'string' ? await ask(renewed) : renewed) as Answered<E>
    },
  }
}

/** The client of the page that is open. */
export function browserClient(): Client {
  return openClient({
    fetch: (url, init) => fetch(url, init),
    local: localStorage,
    session: sessionStorage,
    // Where there are no locks (plain http on another machine), the server's grace for two tabs must do.
    oneAtATime: (name, job) => (navigator.locks ? navigator.locks.request(name, job) : job()),
    base: (host) => document.querySelector<HTMLMetaElement>(`meta[name="api-${host}"]`)?.content ?? '',
  })
}

/** Specification §4: what being logged in leaves in the browser. The enrolment goes too. */
export function forgetSession(here: Pick<Surroundings, 'local' | 'session'>): void {
  for (const key of ['access_token', 'refresh_token']) here.local.removeItem(key)
  for (const key of ['logged_in_this_session', 'enrolment']) here.session.removeItem(key)
}

function tokenFor(here: Surroundings, auth: Credential): string | null {
  if (auth === 'learner') return here.local.getItem('access_token')
  return auth === 'checkout' ? here.session.getItem('session_token') : null
}

/**
 * One refresh for all calls and tabs that met a 401 with the same token: who comes second finds
 * another token in the storage and takes it. A refresh without an answer logs nobody out.
 */
async function renew(here: Surroundings, refused: string | null): Promise<string | Bad> {
  return here.oneAtATime('understudy:refresh', async () => {
    const current = here.local.getItem('access_token')
    if (current && current !== refused) return current

    const refreshToken = here.local.getItem('refresh_token')
    if (!refreshToken) return loggedOut(here)
    const answer = await send(
      here,
      { host: 'login', method: 'POST', path: 'get-token' },
      { body: { refreshToken } },
      null,
    )
    if (answer.error !== null && (answer.status === 0 || answer.status >= 500 || answer.status === 429)) return answer

    const tokens = answer.error === null ? (answer.data as { token?: unknown; refresh_token?: unknown } | null) : null
    if (typeof tokens?.token !== 'string' || typeof tokens.refresh_token !== 'string') return loggedOut(here)
    here.local.setItem('access_token', tokens.token)
    here.local.setItem('refresh_token', tokens.refresh_token)
    return tokens.token
  })
}

function loggedOut(here: Surroundings): Bad {
  forgetSession(here)
  return { data: null, error: NO_TOKEN, errorCode: 'TOKEN_REQUIRED', status: 401 }
}

async function send(
  here: Surroundings,
  place: Pick<EndpointShape, 'host' | 'method' | 'path'>,
  parts: Parts,
  token: string | null,
  idempotencyKey?: string,
): Promise<Good<unknown> | Bad> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (parts.body) headers['content-type'] = 'application/json'
  if (token) headers.authorization = `Bearer ${token}`
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  try {
    const response = await here.fetch(addressOf(here, place, parts), {
      method: place.method,
      headers,
      signal: AbortSignal.timeout(GIVE_UP_MS),
      ...(parts.body && { body: JSON.stringify(parts.body) }),
    })
    return read(response, await response.text())
  } catch {
    return { data: null, error: NO_ANSWER, errorCode: null, status: 0 }
  }
}

function addressOf(
  here: Surroundings,
  { host, path }: Pick<EndpointShape, 'host' | 'path'>,
  { params, query }: Parts,
): string {
  const values = (params ?? {}) as Record<string, unknown>
  const filled = path.replace(/:(\w+)/g, (_mark, name: string) => encodeURIComponent(String(values[name])))
  const asked = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  const search = asked.length > 0 ? `?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}` : ''
  return `${here.base(host)}/api/v1/${filled}${search}`
}

/** Contract §2: the sentence is the reply's `info`, else `message`, else `error`, else what its status says. */
function read(response: Response, text: string): Good<unknown> | Bad {
  const body = parse(text)
  const { status } = response
  if (status < 400) return { data: body, error: null, errorCode: null, status }

  const told = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const sentence = [told.info, told.message, told.error].find(
    (candidate) => typeof candidate === 'string' && candidate !== '',
  )
  const retryAfter = Number(response.headers.get('retry-after'))
  return {
    data: body,
    error: (sentence as string | undefined) ?? (status >= 500 ? 'Internal Server Error' : 'Not Found.'),
    errorCode: typeof told.errorCode === 'string' ? told.errorCode : null,
    status,
    ...(isFields(told.fields) && { fields: told.fields }),
    ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isFields(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((sentence) => typeof sentence === 'string')
  )
}
