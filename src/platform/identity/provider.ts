/**
 * The interface of every social log-in provider. A provider identifies a visitor. It does not know our accounts and
 * decides nothing. A failure has a reason for the log.
 */

export const PROVIDER_NAMES = ['google', 'apple', 'facebook'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]
export const PROVIDER_LABELS: Readonly<Record<ProviderName, string>> = {
  google: 'Google',
  apple: 'Apple',
  facebook: 'Facebook',
}

export type ProviderResult<Value> = { ok: true; value: Value } | { ok: false; reason: string }

export type Identity = {
  /** The provider's permanent id of the person. */
  subject: string
  email: string | null
  /** The provider verified the address. */
  emailVerified: boolean
  /** The provider runs the mailbox, so its verification is as good as an e-mail of ours. */
  isAuthoritative: boolean
  name: string | null
}

/** The parameters of the provider's callback. Only Apple sends an ID token. */
export type ProviderCallback = { code: string; idToken: string | null; codeVerifier: string; redirectUrl: string }

export type IdentifyInput = {
  token: string
  nonce: string
  redirectUrl: string
  now: Date
  /** Only Apple: proves that the token is fresh. */
  code?: string | undefined
  /** Only Apple: the person's name, unsigned, sent once through the browser. */
  userData?: unknown
}

export type Provider = {
  name: ProviderName
  /** Apple posts a form from its own site; the others send the browser back. */
  callbackMethod: 'GET' | 'POST'
  authorizeUrl(flow: {
    state: string
    nonce: string
    codeChallenge: string
    redirectUrl: string
  }): Promise<ProviderResult<string>>
  /** Exchanges the callback for the token that the page then submits. */
  takeToken(returned: ProviderCallback): Promise<ProviderResult<string>>
  identify(shown: IdentifyInput): Promise<ProviderResult<Identity>>
}

export type Providers = ReadonlyMap<ProviderName, Provider>
