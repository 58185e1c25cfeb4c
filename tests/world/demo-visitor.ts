/** A browser in which one of the demo's people is logged in. */
import type { BrowserContext } from 'playwright-core'

export const PASSWORD = 'understudy-demo'

/** The creator has learnt nothing here yet. */
export type Person = 'learner' | 'creator' | 'admin'
export type Tokens = { token: string; refresh_token: string }

export const logInForTokens = (url: string, person: Person): Promise<Tokens> =>
  logIn(url, `${person}@understudy.test`, person === 'admin' ? { isCommunityAdmin: true } : {})

/** Of anybody with the demo's password. */
export async function logIn(url: string, email: string, more: object = {}): Promise<Tokens> {
  const answer = await fetch(`${url}/api/v1/log-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, ...more }),
  })
  const tokens = (await answer.json()) as Partial<Tokens>
  if (!tokens.token) throw new Error(`${email} cannot log in: ${JSON.stringify(tokens)}`)
  return tokens as Tokens
}

export async function enterAs(context: BrowserContext, url: string, person: Person): Promise<void> {
  await enterWith(context, person, await logInForTokens(url, person))
}

export async function enterWith(context: BrowserContext, person: Person, tokens: Tokens): Promise<void> {
  const prefix = person === 'admin' ? 'admin_' : ''
  await context.addInitScript(
    ([prefix, token, refresh]) => {
      localStorage.setItem(`${prefix}access_token`, token!)
      localStorage.setItem(`${prefix}refresh_token`, refresh!)
    },
    [prefix, tokens.token, tokens.refresh_token],
  )
}
