/**
 * The browser's one way to the API. It never throws for an answer: a refusal comes back with its
 * sentence, code and status, and no answer at all comes back with status 0. Contract §2 and §3.
 * Endpoints are named by type (`call<typeof logIn>({ … })`), so that no schema reaches the browser.
 */
import { requestStepUp, type StepUpResult } from './browser/step-up.ts'
import type { Answer, EndpointShape, Host, Sent } from './endpoint.ts'

/** Where an endpoint is; its type ties the three to what goes in and comes out. */
export type Place<E extends EndpointShape> = Pick<E, 'host' | 'method' | 'path'> &
  (E extends { file: infer File } ? { file: File } : { file?: undefined })

/** Whose token a signed-in call carries. The two are kept apart: specification §4. */
export type Signed = 'learner' | 'admin'
/** Whose word the call carries: nobody's, a signed-in person's, or that of the order last begun in this tab. */
export type Credential = 'none' | Signed | 'checkout'
/** `headers`: what an endpoint reads beside its body, such as a code that stands in no address. */
type Options = { auth?: Credential; idempotencyKey?: string; headers?: Record<string, string> }

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
export type ClientEnvironment = {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  local: Keys
  session: Keys
  /** Runs one job at a time under a name, across tabs; the job is told whether another one ended only just now. */
  oneAtATime: <Result>(name: string, job: (afterAnother: boolean) => Promise<Result>) => Promise<Result>
  /** The origin of a host, empty for the page's own. */
  base: (host: Host) => string
  /** Lets the person show whose the account is, where a call asks for it. */
  stepUp?: (who: Signed) => Promise<StepUpResult<Bad>>
}

export type Client = {
  call<E extends EndpointShape>(place: Place<E>, sent: Sent<E> & Options): Promise<Answered<E>>
}

type Parts = { params?: object; query?: object; body?: object }

const NO_ANSWER = 'Something went wrong'
const NO_TOKEN = 'No Access Token Found.'
const GIVE_UP_MS = 30_000
const MOMENT_MS = 500
const LOOKS = 25

export function openClient(here: ClientEnvironment): Client {
  return {
    async call<E extends EndpointShape>(place: Place<E>, sent: Sent<E> & Options): Promise<Answered<E>> {
      const { auth = 'none', idempotencyKey, headers } = sent
      const ask = (token: string | null) => send(here, place, sent as Parts, token, idempotencyKey, headers)
      const token = tokenFor(here, auth)
      const first = await ask(token)
      if (auth === 'none' || auth === 'checkout') return first as Answered<E>
      const answer = first.status === 401 ? await askRenewed(here, auth, token, ask) : first
      return (await askSteppedUp(here, auth, answer, ask)) as Answered<E>
    },
  }
}

type Ask = (token: string | null) => Promise<Good<unknown> | Bad>

async function askRenewed(here: ClientEnvironment, auth: Signed, refused: string | null, ask: Ask) {
  const renewed = await renew(here, auth, refused)
  return typeof renewed === 'string' ? ask(renewed) : renewed
}

/** Repeats a call that needs a step-up, once the person has shown whose the account is. */
async function askSteppedUp(here: ClientEnvironment, auth: Signed, answer: Good<unknown> | Bad, ask: Ask) {
  if (answer.errorCode !== 'STEP_UP_REQUIRED' || !here.stepUp) return answer
  const result = await here.stepUp(auth)
  if (result === 'done') return ask(tokenFor(here, auth))
  return result ?? answer
}

/** The client of the page that is open. */
export function browserClient(): Client {
  return openClient({
    fetch: (url, init) => fetch(url, init),
    local: localStorage,
    session: sessionStorage,
    oneAtATime: inTurn,
    base: (host) => document.querySelector<HTMLMetaElement>(`meta[name="api-${host}"]`)?.content ?? '',
    stepUp: requestStepUp,
  })
}

/**
 * One tab after another, by a Web Lock. A tab sees what another wrote to local storage only a moment after the lock
 * has come to it, so that a job is told whether another one ended within that moment: then it has to look twice.
 */
export function inTurn<Result>(name: string, job: (afterAnother: boolean) => Promise<Result>): Promise<Result> {
  // Where there are no locks (plain http on another machine), the server's grace for two tabs must do.
  const { locks } = navigator
  if (!locks) return job(false)
  const ended = `${name}:ended`
  return locks.request(name, async () => {
    const result = await job(await locks.request(ended, { ifAvailable: true }, async (lock) => !lock))
    // Asked for before the turn is over, and so held before the next one begins.
    locks.request(ended, { mode: 'shared' }, () => pause(MOMENT_MS))
    return result
  })
}

const pause = (milliseconds: number) => new Promise((over) => setTimeout(over, milliseconds))

/** Where local storage keeps the two tokens of a session. Contract §7. */
export const TOKEN_KEYS = {
  learner: { access: 'access_token', refresh: 'refresh_token' },
  admin: { access: 'admin_access_token', refresh: 'admin_refresh_token' },
} as const satisfies Record<Signed, object>

/** Both tokens or neither. */
export function keepTokens(local: Keys, who: Signed, tokens: { token: string; refresh_token: string }): void {
  local.setItem(TOKEN_KEYS[who].access, tokens.token)
  local.setItem(TOKEN_KEYS[who].refresh, tokens.refresh_token)
}

export function forgetTokens(local: Keys, who: Signed): void {
  for (const key of Object.values(TOKEN_KEYS[who])) local.removeItem(key)
}

/** Specification §4: what being logged in leaves in the browser. A learner's enrolment goes too. */
export function forgetSession(here: Pick<ClientEnvironment, 'local' | 'session'>, who: Signed = 'learner'): void {
  forgetTokens(here.local, who)
  here.session.removeItem('logged_in_this_session')
  if (who === 'learner') here.session.removeItem('enrolment')
}

function tokenFor(here: ClientEnvironment, auth: Credential): string | null {
  if (auth === 'none') return null
  return auth === 'checkout' ? here.session.getItem('session_token') : here.local.getItem(TOKEN_KEYS[auth].access)
}

/**
 * One refresh for all calls and tabs that met a 401 with the same token: who comes second finds
 * another token in the storage, if need be after a moment, and takes it. A refresh without an answer logs nobody out.
 */
async function renew(here: ClientEnvironment, who: Signed, refused: string | null): Promise<string | Bad> {
  return here.oneAtATime(`understudy:refresh:${who}`, async (afterAnother) => {
    const kept = () => here.local.getItem(TOKEN_KEYS[who].access)
    for (let looks = LOOKS; afterAnother && refused && kept() === refused && looks > 0; looks--)
      await pause(MOMENT_MS / LOOKS)
    const current = kept()
    if (current && current !== refused) return current

    const refreshToken = here.local.getItem(TOKEN_KEYS[who].refresh)
    if (!refreshToken) return loggedOut(here, who)
    const answer = await send(
      here,
      { host: 'login', method: 'POST', path: 'get-token' },
      { body: { refreshToken } },
      null,
    )
    if (answer.error !== null && (answer.status === 0 || answer.status >= 500 || answer.status === 429)) return answer

    const tokens = answer.error === null ? answer.data : null
    if (!areTokens(tokens)) return loggedOut(here, who)
    keepTokens(here.local, who, tokens)
    return tokens.token
  })
}

/** Specification §5: both, or nothing happens. */
function areTokens(value: unknown): value is { token: string; refresh_token: string } {
  const tokens = (value ?? {}) as { token?: unknown; refresh_token?: unknown }
  return typeof tokens.token === 'string' && typeof tokens.refresh_token === 'string'
}

function loggedOut(here: ClientEnvironment, who: Signed): Bad {
  forgetSession(here, who)
  return { data: null, error: NO_TOKEN, errorCode: 'TOKEN_REQUIRED', status: 401 }
}

async function send(
  here: ClientEnvironment,
  place: Pick<EndpointShape, 'host' | 'method' | 'path' | 'file'>,
  parts: Parts,
  token: string | null,
  idempotencyKey?: string,
  more?: Record<string, string>,
): Promise<Good<unknown> | Bad> {
  const headers: Record<string, string> = {
    ...more,
    accept: [place.file, 'application/json'].filter(Boolean).join(', '),
  }
  if (parts.body) headers['content-type'] = 'application/json'
  if (token) headers.authorization = `Bearer ${token}`
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  try {
    const response = await here.fetch(addressOf(here, place, parts), {
      method: place.method,
      headers,
      // The login host's cookie binds a session to this browser; no other host has one.
      credentials: place.host === 'login' ? 'include' : 'same-origin',
      signal: AbortSignal.timeout(GIVE_UP_MS),
      ...(parts.body && { body: JSON.stringify(parts.body) }),
    })
    if (place.file && response.ok)
      return { data: await response.blob(), error: null, errorCode: null, status: response.status }
    return read(response, await response.text())
  } catch {
    return { data: null, error: NO_ANSWER, errorCode: null, status: 0 }
  }
}

function addressOf(
  here: ClientEnvironment,
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
