/** Hashes passwords with argon2id. At most one hash per core runs at once, so that many log-ins cannot slow down checkout. */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

/** OWASP's minimum for argon2id; about 25 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Compared for an unknown address, so that it takes as long as a wrong password. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$da1RtocqQomU6veFvWK/yA$/QwWl34gOy706dDC7UReBk9VCw6nALh+yh+75ET5lxg'

export type Passwords = {
  createHash(password: string): Promise<string>
  matches(stored: string | null, password: string): Promise<boolean>
}

export function createPasswords(maxConcurrent = availableParallelism()): Passwords {
  const runLimited = createConcurrencyLimiter(maxConcurrent)
  return {
    createHash: (password) => runLimited(() => hash(password.normalize('NFC'), COST)),
    matches: (storedHash, password) =>
      runLimited(async () => {
        const isMatch = await verify(storedHash ?? DUMMY_HASH, password.normalize('NFC'))
        return isMatch && storedHash !== null
      }),
  }
}

/** Runs at most `limit` jobs at once; the others wait in a queue. */
function createConcurrencyLimiter(limit: number): <Result>(job: () => Promise<Result>) => Promise<Result> {
  let freeSlots = limit
  const waiting: (() => void)[] = []
  return async (job) => {
    if (freeSlots > 0) freeSlots--
    else await new Promise<void>((next) => waiting.push(next))
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else freeSlots++
    }
  }
}
