/** The public JSON documents that verifiers fetch: the issuer, its keys, and the revoked credentials. */
import type { Deps } from '#http/deps.ts'
import { listPublicKeys, listRevokedCredentials } from '../queries/credentials.ts'
import { createIssuer } from './create-credential.ts'

type Environment = Pick<Deps, 'config' | 'db' | 'site'>

/** Null for an unknown name. */
export async function getCredentialDocument(deps: Environment, name: string): Promise<object | null> {
  if (name === 'issuer') return getIssuer(deps)
  if (name === 'keys') return { keys: await listPublicKeys(deps.db) }
  return name === 'revoked' ? getRevocationList(deps) : null
}

function getIssuer({ config, site }: Environment): object {
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    ...createIssuer(config.publicUrl, site.current.issuerName),
  }
}

/** Validators read the list under one of two names, so both have it. It contains no names and no addresses. */
async function getRevocationList({ config, db }: Environment): Promise<object> {
  const revoked = (await listRevokedCredentials(db)).map(({ id, reason }) => ({
    id: `urn:uuid:${id}`,
    revoked: true,
    revocationReason: reason ?? 'replaced by a newer credential',
  }))
  return {
    id: new URL('/credentials/revoked', config.publicUrl).href,
    type: '1EdTechRevocationList',
    issuer: new URL('/credentials/issuer', config.publicUrl).href,
    revokedCredential: revoked,
    revokedCredentials: revoked,
  }
}
