/** The keys that sign credentials. docs/contract §17. */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { insertKey, lockKeys, retireCurrentKey, shareCurrentKey } from '../queries/credentials.ts'

/** The algorithm that every Open Badges verifier has (Open Badges 3.0, "Create the JOSE Header"). */
export const ALGORITHM = 'RS256'
const MODULUS_BITS = 2048

/** `id`: the address of the public key, for the header `kid`. */
export type SigningKey = { keyId: string; id: string; privateKey: CryptoKey | Uint8Array }
type Environment = Pick<Deps, 'config' | 'secrets' | 'log'>

/** The current key. Created at first need, and again if the root secret that sealed it is lost. */
export async function requireSigningKey(deps: Environment, tx: Tx): Promise<SigningKey> {
  return (await unsealCurrentKey(deps, tx)) ?? createKeyOnce(deps, tx)
}

async function createKeyOnce(deps: Environment, tx: Tx): Promise<SigningKey> {
  await lockKeys(tx)
  const created = await unsealCurrentKey(deps, tx)
  if (created) return created
  if (await shareCurrentKey(tx)) {
    deps.log.warn('The root secret does not open the key of credentials. A new key replaces it.')
    await retireCurrentKey(tx, false)
  }
  return createKey(deps, tx)
}

/** Retires the current key and creates the next. A public key stays published for ever unless it is compromised. */
export async function rotateKey(deps: Environment, tx: Tx, isCompromised: boolean): Promise<SigningKey> {
  await lockKeys(tx)
  await retireCurrentKey(tx, isCompromised)
  return createKey(deps, tx)
}

async function unsealCurrentKey({ secrets }: Environment, tx: Tx): Promise<SigningKey | null> {
  const row = await shareCurrentKey(tx)
  if (!row) return null
  try {
    const privateJwk = JSON.parse(secrets.open(row.sealed_private_key)) as JWK
    const id = (row.public_jwk as JWK).kid!
    return { keyId: row.key_id, id, privateKey: await importJWK(privateJwk, ALGORITHM) }
  } catch {
    return null
  }
}

async function createKey({ config, secrets }: Environment, tx: Tx): Promise<SigningKey> {
  const pair = await generateKeyPair(ALGORITHM, { modulusLength: MODULUS_BITS, extractable: true })
  const jwk = await exportJWK(pair.publicKey)
  const keyId = await calculateJwkThumbprint(jwk)
  const id = new URL(`/credentials/keys/${keyId}`, config.publicUrl).href
  await insertKey(tx, {
    keyId,
    publicJwk: { ...jwk, alg: ALGORITHM, use: 'sig', kid: id },
    sealedPrivateKey: secrets.seal(JSON.stringify(await exportJWK(pair.privateKey))),
  })
  return { keyId, id, privateKey: pair.privateKey }
}
