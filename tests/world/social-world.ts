/** A world with all three providers, its log-in host and the two addresses of social log-in on a real socket. */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { mountApi } from '#app/hosts/api.ts'
import { mountSocial } from '#app/hosts/social.ts'
import type { SocialResult } from '#http/context.ts'
import type { ProviderName } from '#platform/identity/provider.ts'
import { APPLE_CLIENT, type AppleDouble, startAppleDouble } from '../providers/apple.ts'
import { FACEBOOK_APP, type FacebookDouble, startFacebookDouble } from '../providers/facebook.ts'
import { GOOGLE_CLIENT, type GoogleDouble, startGoogleDouble } from '../providers/google.ts'
import { type Visitor, visitor } from '../providers/visitor.ts'
import { createWorld, type World } from './world.ts'

export const SITE = 'https://school.test'

export type Handed = { status: number; callback: SocialResult | null; response: Response }
export type Exchanged = { status: number; body: Record<string, unknown> & { data?: { claim?: string } } }
export type SocialWorld = {
  world: World
  base: string
  google: GoogleDouble
  apple: AppleDouble
  facebook: FacebookDouble
  /** Adds a new person at all three providers and returns the person's name. */
  meet(): string
  /** Sets out, lets the provider answer, and gives back where it sends the browser, and with which form. */
  setOut(
    browser: Visitor,
    provider: ProviderName,
    from?: string,
  ): Promise<{ to: string; form: Record<string, string> | null }>
  comeBack(browser: Visitor, back: { to: string; form: Record<string, string> | null }): Promise<Handed>
  exchange(body: unknown): Promise<Exchanged>
  /** The complete log-in of a person without an account. */
  logIn(provider: ProviderName, from?: string): Promise<Exchanged>
  close(): Promise<void>
}

export async function createSocialWorld(): Promise<SocialWorld> {
  const [google, apple, facebook] = await Promise.all([startGoogleDouble(), startAppleDouble(), startFacebookDouble()])
  const world = await createWorld(10, {
    PUBLIC_URL: SITE,
    DEMO_PUBLIC: '1',
    GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
    GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
    GOOGLE_ISSUER_URL: google.url,
    APPLE_CLIENT_ID: APPLE_CLIENT.id,
    APPLE_TEAM_ID: APPLE_CLIENT.team,
    APPLE_KEY_ID: APPLE_CLIENT.key,
    APPLE_PRIVATE_KEY: apple.privateKeyPem.replaceAll('\n', '\\n'),
    APPLE_BASE_URL: apple.url,
    FACEBOOK_APP_ID: FACEBOOK_APP.id,
    FACEBOOK_APP_SECRET: FACEBOOK_APP.secret,
    FACEBOOK_GRAPH_URL: facebook.url,
    FACEBOOK_DIALOG_URL: `${facebook.url}/dialog/oauth`,
  })
  const app = Fastify({ genReqId: () => randomUUID(), trustProxy: true })
  await mountApi(app, world, ['login'])
  await mountSocial(app, world, async (_request, callback) =>
    Response.json(callback, { status: callback?.status ?? 404 }),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const toLocalUrl = (address: string) => address.replace(SITE, base)

  const social: SocialWorld = {
    world,
    base,
    google,
    apple,
    facebook,
    meet() {
      const subject = randomUUID()
      const email = `${subject}@gmail.com`
      google.person = { sub: subject, email, email_verified: true, name: 'Ana Ortiz' }
      apple.person = { sub: subject, email, email_verified: 'true', is_private_email: 'false' }
      // Told by the browser and signed by nobody: its address must count for nothing.
      apple.user = { name: { firstName: 'Ana', lastName: 'Ortiz' }, email: 'forged@school.test' }
      facebook.me = { id: subject, name: 'Ana Ortiz', email }
      facebook.inspected = {}
      return subject
    },
    async setOut(browser, provider, from = '/portal') {
      const start = await browser.get(`${base}/social/${provider}/start?from=${encodeURIComponent(from)}`)
      const answer = await fetch(start.headers.get('location')!, { redirect: 'manual' })
      const to = answer.headers.get('location')
      return to ? { to, form: null } : formIn(await answer.text())
    },
    async comeBack(browser, { to, form }) {
      const response = await (form
        ? browser.post(toLocalUrl(to), form, { origin: apple.url })
        : browser.get(toLocalUrl(to)))
      const isPage = response.headers.get('content-type')?.includes('json')
      return { status: response.status, callback: isPage ? await response.json() : null, response }
    },
    async exchange(body) {
      const response = await fetch(`${base}/api/v1/get-token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: await response.json() }
    },
    async logIn(provider, from) {
      const browser = visitor()
      const { callback } = await social.comeBack(browser, await social.setOut(browser, provider, from))
      return social.exchange(callback?.body ?? { provider, authToken: '' })
    },
    async close() {
      await app.close()
      await world.close()
      await Promise.all([google.close(), apple.close(), facebook.close()])
    },
  }
  return social
}

function formIn(html: string): { to: string; form: Record<string, string> } {
  const fields = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)]
  const form = Object.fromEntries(fields.map(([, name, value]) => [name!, value!.replaceAll('&quot;', '"')]))
  return { to: /action="([^"]+)"/.exec(html)?.[1] ?? '', form }
}
