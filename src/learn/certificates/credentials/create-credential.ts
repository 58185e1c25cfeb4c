/**
 * The content of a credential: an OpenBadgeCredential of Open Badges 3.0 as the payload of a JWT ("JSON Web Token Proof
 * Format"), for the VC data model 2.0.
 */
import { createHash } from 'node:crypto'

const CONTEXTS = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  // Defines `1EdTechRevocationList`.
  'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json',
]

export type CredentialFacts = {
  /** UUIDs. */
  credentialId: string
  certificateId: string
  publicUrl: string
  issuerName: string
  courseCode: string
  courseTitle: string
  hours: number | null
  teachers: readonly string[]
  /** A local date: `2027-01-30`. */
  completedOn: string
  awardedAt: Date
  /** The moment of this revision, in whole seconds, because `nbf` has no fraction. */
  signedAt: Date
  /** Null: the holder hides the name, and the credential names nobody. */
  name: string | null
  /** Null: no proved address. */
  email: string | null
  /** For the hash of the address. Another one for each revision. */
  salt: string
}

export const createIssuer = (publicUrl: string, name: string) => ({
  id: new URL('/credentials/issuer', publicUrl).href,
  type: ['Profile'],
  name,
  url: publicUrl,
})

/** The claims `iss`, `jti`, `nbf` and `sub` repeat values of the credential, as the proof format requires. */
export function createCredential(facts: CredentialFacts) {
  const { publicUrl, courseTitle, signedAt } = facts
  const id = `urn:uuid:${facts.credentialId}`
  const subjectId = `urn:uuid:${facts.certificateId}`
  const issuer = createIssuer(publicUrl, facts.issuerName)
  return {
    '@context': CONTEXTS,
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: courseTitle,
    issuer,
    validFrom: formatSeconds(signedAt),
    awardedDate: formatSeconds(facts.awardedAt),
    credentialSubject: {
      id: subjectId,
      type: ['AchievementSubject'],
      activityEndDate: `${facts.completedOn}T00:00:00Z`,
      ...createIdentifiers(facts),
      achievement: createAchievement(facts),
    },
    credentialStatus: { id: new URL('/credentials/revoked', publicUrl).href, type: '1EdTechRevocationList' },
    iss: issuer.id,
    jti: id,
    nbf: Math.floor(signedAt.getTime() / 1000),
    sub: subjectId,
  }
}

function createAchievement({ publicUrl, courseCode, courseTitle, hours, teachers }: CredentialFacts) {
  const id = new URL(`/c/${courseCode}`, publicUrl).href
  const creators = new Intl.ListFormat('en-GB').format(teachers)
  return {
    id,
    type: ['Achievement'],
    achievementType: 'Course',
    name: courseTitle,
    description: `The course ${courseTitle}${creators && `, taught by ${creators}`}${hours === null ? '' : `, ${hours} hours`}.`,
    criteria: { narrative: 'The learner completed the required lessons and sessions of the course.' },
    ...(creators && { creator: { id: `${id}#teachers`, type: ['Profile'], name: creators } }),
  }
}

/**
 * None while the name is hidden: the salt is in the public file, so that everybody could compare the hash with an address
 * that they guess.
 */
function createIdentifiers({ email, name, salt }: CredentialFacts) {
  if (name === null) return {}
  const address = email !== null && {
    type: 'IdentityObject',
    hashed: true,
    identityHash: hashIdentity(email, salt),
    identityType: 'emailAddress',
    salt,
  }
  const holder = { type: 'IdentityObject', hashed: false, identityHash: name, identityType: 'name' }
  return { identifier: address ? [address, holder] : [holder] }
}

/** Open Badges 3.0, IdentityHash: the name of the algorithm, and the hash of the identity followed by the salt. */
function hashIdentity(identity: string, salt: string): string {
  return `sha256$${createHash('sha256').update(`${identity}${salt}`).digest('hex')}`
}

/** Without a fraction of a second, as verifiers compare it with `nbf`. */
function formatSeconds(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`
}
