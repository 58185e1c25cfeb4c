/** Who we are to a passkey. All of it comes from PUBLIC_URL, and nothing from what a request says. */
import { z } from 'zod'
import type { Config } from '#config.ts'

export function rpOf({ publicUrl }: Pick<Config, 'publicUrl'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** What a passkey calls its person: the id, 16 bytes, which tells nobody anything. */
export function handleOf(personId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromHex(personId.replaceAll('-', ''))
}

const ClientData = z.object({ challenge: z.string().max(200) })

/** The challenge that a browser says it was asked; the signature has yet to prove it. Null where it cannot be read. */
export function challengeIn(clientDataJson: string): string | null {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))).challenge
  } catch {
    return null
  }
}
