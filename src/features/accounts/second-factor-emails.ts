/** The worker writes the mails about a second factor and passkeys, once for each piece of news. */
import { inZone } from '#domain/schedule.ts'
import { post } from '#features/mailing/post.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { factorMail } from './mail/second-factor.ts'
import { personById } from './queries/people.ts'
import type { FactorChanged } from './tell-factor.ts'

export async function writeFactorChanged(deps: Deps, { personId, news, which, at }: FactorChanged): Promise<void> {
  const { db, config, jobs } = deps
  const person = await personById(db, personId)
  if (!person) return
  const words = factorMail(news, {
    at: inZone(new Date(at), person.timezone_id ?? 'UTC').displayText,
    resetUrl: new URL('/forget-password', config.publicUrl).href,
    supportAddress: config.supportAddress,
  })
  const dedupeKey = `${news.is}:${personId}:${which}`
  await transact(db, (tx) => post(tx, jobs, { dedupeKey, to: person.email, ...words }))
}
