/**
 * The face of every provider of social log-in. A provider says who somebody is; it knows no person of
 * ours and decides nothing. What it does not believe comes back with a reason for the log.
 */
export type ProviderName = 'google' | 'apple' | 'facebook'

export type Told<Value> = { ok: true; value: Value } | { ok: false; reason: string }

export type Identity = {
  /** The provider's own word for the person, the same for ever. */
  subject: string
  email: string | null
  /** The provider says that the address was proved to it. */
  emailVerified: boolean
  /** The provider runs the mailbox or answers for it, so that its word is as good as a mail of ours. */
  isAuthoritative: boolean
  name: string | null
}

/** What stands in the provider's answer to the browser. Apple brings its token along. */
export type Returned = { code: string; idToken: string | null; codeVerifier: string; redirectUrl: string }

export type Shown = {
  token: string
  nonce: string
  redirectUrl: string
  now: Date
  /** Apple's alone: proves that the token is fresh. */
  code?: string | undefined
  /** Apple's alone: the name, told once, unsigned, in the words of the browser. */
  userData?: unknown
}

export type Provider = {
  name: ProviderName
  /** Apple posts a form from its own site; the others send the browser back. */
  returnsBy: 'GET' | 'POST'
  authorizeUrl(flow: {
    state: string
    nonce: string
    codeChallenge: string
    redirectUrl: string
  }): Promise<Told<string>>
  /** The token that the page hands in afterwards. */
  takeToken(returned: Returned): Promise<Told<string>>
  identify(shown: Shown): Promise<Told<Identity>>
}

export type Providers = ReadonlyMap<ProviderName, Provider>
