/**
 * The tokens in the browser's storage, and the people they belong to. All tabs share the storage, so another tab can
 * log in as another person while this page still shows the first. See `docs/contract` §3 and §7.
 */
export type SignedInAudience = 'learner' | 'admin'
/** The id of the person of each session. Null: none is logged in. */
export type LoggedInPeople = Record<SignedInAudience, string | null>
type ReadableStorage = Pick<Storage, 'getItem'>

/** The storage keys of a session's two tokens. */
export const TOKEN_KEYS = {
  learner: { access: 'access_token', refresh: 'refresh_token' },
  admin: { access: 'admin_access_token', refresh: 'admin_refresh_token' },
} as const satisfies Record<SignedInAudience, object>

/** The people whose data this page shows. Null: nobody watches, as on the server. */
let shown: LoggedInPeople | null = null

export function getLoggedInPeople(local: ReadableStorage): LoggedInPeople {
  return {
    learner: readPersonId(local.getItem(TOKEN_KEYS.learner.access)),
    admin: readPersonId(local.getItem(TOKEN_KEYS.admin.access)),
  }
}

/** Called when the page begins, and when it begins again. */
export function setShownPeople(people: LoggedInPeople | null): void {
  shown = people
}

export function getShownPeople(): LoggedInPeople | null {
  return shown
}

/** This tab stored or deleted a token, so from now on the page shows that person. */
export function noteOwnChange(audience: SignedInAudience, token: string | null): void {
  if (shown) shown = { ...shown, [audience]: readPersonId(token) }
}

/** Whether a stored token belongs to another person than the page shows. A missing token belongs to nobody. */
export function isOfOtherPerson(audience: SignedInAudience, token: string | null): boolean {
  const personId = readPersonId(token)
  return shown !== null && personId !== null && personId !== shown[audience]
}

/** The subject of an access token (a JWT), unverified: the server alone decides what the token allows. */
function readPersonId(token: string | null): string | null {
  try {
    const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
    const subject = payload && (JSON.parse(atob(payload)) as { sub?: unknown }).sub
    return typeof subject === 'string' ? subject : null
  } catch {
    return null
  }
}
