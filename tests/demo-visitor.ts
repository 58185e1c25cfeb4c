/** A browser in which one of the demo's people is logged in. */
import type { BrowserContext } from 'playwright-core'

const PASSWORD = 'understudy-demo'

export async function enterAs(context: BrowserContext, url: string, who: 'learner' | 'admin'): Promise<void> {
  const answer = await fetch(`${url}/api/v1/log-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${who}@understudy.test`,
      password: PASSWORD,
      ...(who === 'admin' && { isCommunityAdmin: true }),
    }),
  })
  const { token, refresh_token } = (await answer.json()) as { token: string; refresh_token: string }
  const prefix = who === 'admin' ? 'admin_' : ''
  await context.addInitScript(
    ([prefix, token, refresh]) => {
      localStorage.setItem(`${prefix}access_token`, token!)
      localStorage.setItem(`${prefix}refresh_token`, refresh!)
    },
    [prefix, token, refresh_token],
  )
}
