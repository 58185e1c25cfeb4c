/** Passwords as argon2id, and never more hashes at once than there are cores: a flood of log-ins must not starve checkout. */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

/** OWASP's minimum for argon2id; about 25 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** What is compared for an address nobody has, so that it takes as long as a wrong password. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$da1RtocqQomU6veFvWK/yA$/QwWl34gOy706dDC7UReBk9VCw6nALh+yh+75ET5lxg'

export type Passwords = {
  make(password: string): Promise<string>
  matches(stored: string | null, password: string): Promise<boolean>
}

export function openPasswords(atOnce = availableParallelism()): Passwords {
  const turn = turns(atOnce)
  return {
    make: (password) => turn(() => hash(password.normalize('NFC'), COST)),
    matches: (stored, password) =>
      turn(async () => {
        const same = await verify(stored ?? NOBODY, password.normalize('NFC'))
        return same && stored !== null
      }),
  }
}

/** Runs at most `limit` jobs at once; the others wait in line. */
function turns(limit: number): <Result>(job: () => Promise<Result>) => Promise<Result> {
  let free = limit
  const waiting: (() => void)[] = []
  return async (job) => {
    if (free > 0) free--
    else await new Promise<void>((next) => waiting.push(next))
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
