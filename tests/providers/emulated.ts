/**
 * Google and Apple by the library `emulate`: addresses, pages for choosing an account, tokens. Its Google checks client,
 * secret, redirect address and PKCE. Its Apple checks the redirect address and that a code is used once. It takes any
 * client secret and returns only the ID token of `code id_token`, so this file asks it for the code as well.
 */
import { createEmulator } from 'emulate'
import { APPLE_CLIENT } from './apple.ts'
import type { Double } from './double.ts'
import { GOOGLE_CLIENT } from './google.ts'
import type { Visitor } from './visitor.ts'

/** Without `hd` every address that is not of gmail.com is of an organisation; with an empty one, of none. */
type GooglePerson = { email: string; name: string; email_verified?: boolean; hd?: string }
type ApplePerson = { email: string; name: string; is_private_email?: boolean }
export type Back = { to: string; form: Record<string, string> | null }

/** Without a site the double takes every client, because the server's address is not known yet. */
export async function emulateGoogle(site: string | null, users: GooglePerson[]): Promise<Double> {
  const redirect_uris = [`${site}/social/google/callback`]
  const school = { client_id: GOOGLE_CLIENT.id, client_secret: GOOGLE_CLIENT.secret, name: 'School', redirect_uris }
  const clients = site ? [school] : []
  return createEmulator({ service: 'google', port: 0, seed: { google: { users, oauth_clients: clients } } })
}

export async function emulateApple(site: string, users: ApplePerson[]): Promise<Double> {
  const { id: client_id, team: team_id, key: key_id } = APPLE_CLIENT
  const redirect_uris = [`${site}/social/apple/callback`]
  const clients = [{ client_id, team_id, key_id, name: 'School', redirect_uris }]
  return createEmulator({ service: 'apple', port: 0, seed: { apple: { users, oauth_clients: clients } } })
}

/** Opens the page and chooses an account on it, as a person does; answers where that leads. */
export async function choose(provider: Visitor, address: string, email: string): Promise<Back> {
  const page = await provider.get(address)
  const forms = formsIn(await page.text())
  const form = forms.find(({ fields }) => fields.email === email)
  if (!form) throw new Error(`nobody to choose: ${page.status}`)
  const answer = await provider.post(new URL(form.to, address).href, form.fields)
  const to = answer.headers.get('location')
  if (to) return { to, form: null }
  const [posted] = formsIn(await answer.text())
  return { to: posted?.to ?? '', form: posted?.fields ?? null }
}

/** Returns Apple's form: the code, the name at the first log-in, and an ID token for the same nonce. */
export async function chooseAtApple(provider: Visitor, address: string, email: string): Promise<Back> {
  const back = await choose(provider, address, email)
  const spare = await choose(provider, address, email)
  const query = await provider.post(new URL('/auth/token', address).href, {
    grant_type: 'authorization_code',
    client_id: APPLE_CLIENT.id,
    code: spare.form?.code ?? '',
  })
  const { id_token } = (await query.json()) as { id_token: string }
  return { to: back.to, form: { ...back.form, id_token } }
}

function formsIn(html: string): { to: string; fields: Record<string, string> }[] {
  return [...html.matchAll(/<form[^>]* action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].map(([, to = '', inside = '']) => ({
    to: plain(to),
    fields: Object.fromEntries(
      [...inside.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, plain(value)]),
    ),
  }))
}

const plain = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
