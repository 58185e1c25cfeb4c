/** The relying party of our passkeys. It comes from PUBLIC_URL only, never from request headers. */
import { z } from 'zod'
import type { Config } from '#config/config.ts'

export function getRelyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** The user handle of a passkey: the 16 bytes of the person id, which reveal nothing. */
export function getUserHandle(personId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromHex(personId.replaceAll('-', ''))
}

const ClientData = z.object({ challenge: z.string().max(200) })

/** The challenge in the client data, not yet verified by the signature. Null if it cannot be read. */
export function readChallenge(clientDataJson: string): string | null {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))).challenge
  } catch {
    return null
  }
}
