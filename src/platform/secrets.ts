/**
 * Everything that is signed, hashed or sealed. Each purpose has a key of its own, derived from one
 * root secret (HKDF, RFC 5869), so that one which leaks opens nothing else.
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
import { CannotStart, type Config } from '#config.ts'
import { makeDataDir } from './data-dir.ts'

export type Secrets = {
  /** For tokens of ours: they are long and random, so a plain hash keeps them. Never for passwords. */
  hash(token: string): Buffer
  /** HMAC-SHA-256, 32 bytes, by the newest secret. */
  mac(purpose: string, text: string): Buffer
  /** The same by every secret, newest first: what was made before a rotation is found by one of them. */
  macs(purpose: string, text: string): readonly Buffer[]
  /** Whether one of our secrets made it: the bytes, or their base64url. Takes the same time for each that is wrong. */
  isMac(purpose: string, text: string, given: Buffer | string): boolean
  /** AES-256-GCM: nonce (12 bytes), text, tag (16 bytes). */
  seal(text: string): Buffer
  /** @throws where it was not sealed by us or was touched since */
  open(sealed: Buffer): string
  /** 256 random bits in 43 characters that a URL takes as they are. */
  newToken(): string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @param previous secrets before a rotation, newest first: nothing new is made by them */
export function openSecrets(newest: Buffer, previous: readonly Buffer[] = []): Secrets {
  const all = [newest, ...previous].map(openRoot)
  const [current] = all as [Root]
  const macs = (purpose: string, text: string) => all.map((root) => root.mac(purpose, text))
  return {
    hash: (token) => createHash('sha256').update(token).digest(),
    mac: current.mac,
    macs,
    isMac(purpose, text, given) {
      const shown = Buffer.from(given)
      const expected = macs(purpose, text).map((mac) =>
        typeof given === 'string' ? Buffer.from(mac.toString('base64url')) : mac,
      )
      return expected.filter((mac) => mac.length === shown.length && timingSafeEqual(mac, shown)).length > 0
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

function openRoot(root: Buffer): Root {
  // There are a handful of purposes, all of them in the code.
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
 * The root secrets, newest first: SECRET and SECRET_PREVIOUS where SECRET is set, else the lines of the file `secret`
 * in the data folder, which is made on the first start (mode 0600).
 *
 * @throws CannotStart where other users could read the file, or where there is none and a database
 * elsewhere may already be used under another secret
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
  const kept = read(path)
  if (kept) return kept
  if (mode === 'production' && databaseUrl)
    throw new CannotStart(`SECRET is not set, and ${path} does not exist. Set the one that this database is used with.`)
  return make(dataDir, path)
}

function read(path: string): [Buffer, ...Buffer[]] | null {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return null
  if ((found.mode & 0o077) !== 0)
    throw new CannotStart(`Other users can read ${path}. Make it yours alone with: chmod 600 ${path}`)
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const [newest, ...previous] = lines.map((line) => Buffer.from(line.trim(), 'base64url'))
  if (!newest || [newest, ...previous].some((secret) => secret.length < 32))
    throw new CannotStart(`${path} is damaged: it holds no secret.`)
  return [newest, ...previous]
}

/** Written aside and linked, so that of two programs which start together both use the one that came first. */
function make(dataDir: string, path: string): [Buffer, ...Buffer[]] {
  makeDataDir(dataDir)
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(aside, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(aside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(aside)
  }
  return read(path)!
}
