/** Makes a change whose effects a person has read, or only lists them. docs/contract §37. */
import { createHash } from 'node:crypto'
import { type Money, toWire } from '#domain/money/money.ts'
import { accepted, type Outcome, type Refusal, refused } from '#domain/outcome.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import type { Confirmation, EffectList } from './effects.ts'

export type Effect = {
  code: string
  count: number
  /** The ids of the people or orders that are counted. Callers of the API do not get them. */
  ids?: readonly string[]
  amount?: Money
  message: string
  /** Nothing happens to those who are counted. They come and go, so another count asks nobody to read the list again. */
  isPassing?: boolean
}
export type Effects = { effects: readonly Effect[]; effectsHash: string }

/**
 * The list is made by making the change, so the two cannot differ; a preview rolls it back. A change with effects that
 * repeats no hash, or that of another list or another change, is refused with `EFFECTS_CHANGED` and the list. A change
 * without effects asks nobody, unless a list with effects was read.
 *
 * @param change what is wanted, without the confirmation
 * @param work makes the change in the transaction and lists its effects; null: it was made before, so nothing is asked
 */
export async function changeWithEffects(
  db: Db,
  { change, preview, effectsHash }: Confirmation & { change: unknown },
  work: (tx: Tx) => Promise<Outcome<readonly Effect[] | null>>,
): Promise<Outcome<Effects>> {
  let listed: Effects | null = null
  const outcome = await inOneTransaction(db, async (tx): Promise<Outcome<Effects>> => {
    listed = null
    const done = await work(tx)
    if (!done.ok) return done
    const effects = done.value ?? []
    listed = { effects, effectsHash: hashEffects(effects, change) }
    const isRead = effectsHash === undefined ? effects.length === 0 : effectsHash === listed.effectsHash
    const isSeen = done.value === null || isRead
    return isSeen && !preview ? accepted(listed) : refused('EFFECTS_CHANGED', { data: toEffectList(listed) })
  })
  return preview && listed && isUnconfirmed(outcome) ? accepted(listed) : outcome
}

const isUnconfirmed = (outcome: Outcome<unknown> | { ok: false; refusal: Refusal }) =>
  !outcome.ok && outcome.refusal.code === 'EFFECTS_CHANGED'

function toEffectList({ effects, effectsHash }: Effects): EffectList {
  return {
    effects: effects.map(({ code, count, amount, message }) => ({
      code,
      count,
      amount: amount ? toWire(amount) : null,
      message,
    })),
    effectsHash,
  }
}

/** The response of an endpoint that lists effects. */
export function answerEffects(outcome: Outcome<Effects>): Outcome<EffectList> {
  return outcome.ok ? accepted(toEffectList(outcome.value)) : outcome
}

/** Of what happens and what the person wants. People who replace each other in a count change nothing that was read. */
function hashEffects(effects: readonly Effect[], change: unknown): string {
  const { effects: read } = toEffectList({ effects: effects.filter(({ isPassing }) => !isPassing), effectsHash: '' })
  return createHash('sha256')
    .update(JSON.stringify([read, change]))
    .digest('base64url')
    .slice(0, 32)
}
