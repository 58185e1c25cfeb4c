/**
 * Signing, hashing and encryption. Each purpose has its own key, derived from the root secret (HKDF, RFC 5869), so
 * that a leaked key is useless for other purposes.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, StartupError } from '#config/config.ts'
import { createDataDir } from './data-dir.ts'

export type Secrets = {
  /** For our own tokens, which are long and random, so a plain hash is safe. Never for passwords. */
  hash(token: string): Buffer
  /** HMAC-SHA-256, 32 bytes, by the newest secret. */
  mac(purpose: string, text: string): Buffer
  /** One HMAC for each secret, newest first, to find values from before a rotation. */
  macs(purpose: string, text: string): readonly Buffer[]
  /** Whether `candidate`, as bytes or base64url, is an HMAC by any of the secrets. Compares in constant time. */
  isMac(purpose: string, text: string, given: Buffer | string): boolean
  /** AES-256-GCM: nonce (12 bytes), text, tag (16 bytes). */
  seal(text: string): Buffer
  /** @throws if the data was not sealed by these secrets or was changed */
  open(sealed: Buffer): string
  /** 256 random bits as base64url, 43 characters. */
  newToken(): string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @param previous secrets before a rotation, newest first; used only to verify and open */
export function createSecrets(newest: Buffer, previous: readonly Buffer[] = []): Secrets {
  const all = [newest, ...previous].map(createRoot)
  const [current] = all as [Root]
  const macs = (purpose: string, text: string) => all.map((root) => root.mac(purpose, text))
  return {
    hash: (token) => createHash('sha256').update(token).digest(),
    mac: current.mac,
    macs,
    isMac(purpose, text, candidate) {
      const candidateBytes = Buffer.from(candidate)
      const expected = macs(purpose, text).map((mac) =>
        typeof candidate === 'string' ? Buffer.from(mac.toString('base64url')) : mac,
      )
      return (
        expected.filter((mac) => mac.length === candidateBytes.length && timingSafeEqual(mac, candidateBytes)).length >
        0
      )
    },
    newToken: () => randomBytes(32).toString('base64url'),
    seal: current.seal,
    open(sealed) {
      for (const root of all.slice(0, -1)) {
        const text = attempt(() => root.open(sealed))
        if (text !== null) return text
      }
      return all.at(-1)!.open(sealed)
    },
  }
}

type Root = Pick<Secrets, 'mac' | 'seal' | 'open'>

function createRoot(root: Buffer): Root {
  // The few purposes are all constants in the code, so the map stays small.
  const keys = new Map<string, Buffer>()
  const keyFor = (purpose: string) => {
    const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', root, 'understudy', purpose, 32))
    keys.set(purpose, key)
    return key
  }
  const sealing = keyFor('seal')
  return {
    mac: (purpose, text) =>
      createHmac('sha256', keyFor(`mac ${purpose}`))
        .update(text)
        .digest(),

    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },

    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      )
    },
  }
}

function attempt(open: () => string): string | null {
  try {
    return open()
  } catch {
    return null
  }
}

/**
 * The root secrets, newest first: SECRET and SECRET_PREVIOUS if SECRET is set, else the lines of the file `secret` in
 * the data folder. The first start creates that file (mode 0600).
 *
 * @throws StartupError if other users can read the file, or if it is missing in production with DATABASE_URL, because
 *   that database may already be used with another secret
 */
export function loadRootSecrets({
  secret,
  previousSecrets,
  dataDir,
  databaseUrl,
  mode,
}: Config): [Buffer, ...Buffer[]] {
  if (secret) return [Buffer.from(secret, 'utf8'), ...previousSecrets.map((one) => Buffer.from(one, 'utf8'))]

  const path = join(dataDir, 'secret')
  const stored = readSecretFile(path)
  if (stored) return stored
  if (mode === 'production' && databaseUrl)
    throw new StartupError(
      `SECRET is not set, and ${path} does not exist. Set it to the secret that this database is used with.`,
    )
  return createSecretFile(dataDir, path)
}

/** The same, where nothing is created: null if there is no secret yet. For a restore. */
export function findRootSecrets({ secret, previousSecrets, dataDir }: Config): [Buffer, ...Buffer[]] | null {
  if (secret) return [Buffer.from(secret, 'utf8'), ...previousSecrets.map((one) => Buffer.from(one, 'utf8'))]
  return readSecretFile(join(dataDir, 'secret'))
}

/** Writes restored secrets, newest first, into the file `secret` of the data folder, which must have none. */
export function writeRootSecrets(dataDir: string, roots: readonly Buffer[]): void {
  linkSecretFile(join(dataDir, 'secret'), roots)
}

function readSecretFile(path: string): [Buffer, ...Buffer[]] | null {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return null
  if ((stats.mode & 0o077) !== 0)
    throw new StartupError(`Other users can read ${path}. Protect it with: chmod 600 ${path}`)
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const [newest, ...previous] = lines.map((line) => Buffer.from(line.trim(), 'base64url'))
  if (!newest || [newest, ...previous].some((secret) => secret.length < 32))
    throw new StartupError(`${path} is damaged: it does not hold a valid secret.`)
  return [newest, ...previous]
}

/** Writes a temporary file and links it, so that two simultaneous starts use the same secret. */
function createSecretFile(dataDir: string, path: string): [Buffer, ...Buffer[]] {
  createDataDir(dataDir)
  linkSecretFile(path, [randomBytes(32)])
  return readSecretFile(path)!
}

function linkSecretFile(path: string, roots: readonly Buffer[]): void {
  const temporaryPath = `${path}.${randomBytes(6).toString('hex')}`
  const lines = roots.map((root) => `${root.toString('base64url')}\n`)
  writeFileSync(temporaryPath, lines.join(''), { mode: 0o600, flush: true })
  try {
    linkSync(temporaryPath, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporaryPath)
  }
}
