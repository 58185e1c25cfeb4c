/** The failures that the app's layout shows instead of a page. Loaders throw them, so that pages have only their data. */
import { data } from 'react-router'
import type { RefusalCode } from '#domain/refusal.ts'
import type { ApiFailure, ApiSuccess } from '#http/parse-response.ts'

export type PageFailure = { is: 'signed-out'; notice: string | null } | { is: 'unreachable'; message: string }

const LOGGED_OUT = 'You were logged out. Log in again to continue.'

/** Returns the body of a response that the page cannot do without, or throws its failure. */
export function requireBody<Body>(result: ApiSuccess<Body> | ApiFailure): Body {
  if (result.error === null) return result.data
  throw result.status === 401
    ? createSignedOut(LOGGED_OUT)
    : createFailure({ is: 'unreachable', message: result.error })
}

/** The same, but null for the refusal `missing`, which the page shows itself. */
export function getBody<Body>(result: ApiSuccess<Body> | ApiFailure, missing: RefusalCode): Body | null {
  return result.errorCode === missing ? null : requireBody(result)
}

export function createSignedOut(notice: string | null) {
  return createFailure({ is: 'signed-out', notice })
}

/** Accepts what a loader threw and what an error boundary gets. Returns null for any other error. */
export function getPageFailure(error: unknown): PageFailure | null {
  const thrown = isObject(error) && 'data' in error ? error.data : null
  return isObject(thrown) && 'is' in thrown ? (thrown as PageFailure) : null
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function createFailure(failure: PageFailure) {
  return data(failure, { status: failure.is === 'signed-out' ? 401 : 503 })
}
