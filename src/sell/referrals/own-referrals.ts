/** A person's own code, and the friends who came by it. */
import { fromDecimal, money, toWire } from '#domain/money/money.ts'
import { formatReferralCode, getFirstName } from '#domain/orders/referral.ts'
import type { Deps } from '#http/deps.ts'
import { createQrCode } from '#platform/pictures/qr-code.ts'
import { getCreditAccountId } from '#sell/ledger/book.ts'
import { getOwedBalance } from '#sell/ledger/queries.ts'
import { addCode, getCode } from './queries/codes.ts'
import { listOwnReferrals, sumDebts } from './queries.ts'
import { getReferralLinkPath } from './referral-path.ts'
import type { OwnReferrals } from './wire.ts'

const CURRENCY = 'USD'

/** Creates the code at the first call. */
export async function getOwnCode({ db, secrets }: Pick<Deps, 'db' | 'secrets'>, personId: string): Promise<string> {
  for (;;) {
    const code = await getCode(db, personId)
    if (code) return code
    await addCode(db, personId, formatReferralCode(Buffer.from(secrets.newToken(), 'base64url')))
  }
}

/** 5 statements for any number of friends. */
export async function listReferrals(deps: Deps, personId: string): Promise<OwnReferrals> {
  const { config, db } = deps
  const [code, rows, debts, credit] = await Promise.all([
    getOwnCode(deps, personId),
    listOwnReferrals(db, personId),
    sumDebts(db, personId),
    getOwedBalance(db, getCreditAccountId(personId, CURRENCY)),
  ])
  const url = new URL(getReferralLinkPath(code), config.publicUrl).href
  return {
    code,
    url,
    qr: createQrCode(url),
    percentOff: config.referral.percent,
    reward: toWire(fromDecimal(String(config.referral.rewardDollars), CURRENCY)),
    credit: toWire(money(credit, CURRENCY)),
    debts: debts.map(({ minor, currency }) => toWire(money(minor, currency))),
    friends: rows.map((row) => ({
      referralId: row.id,
      firstName: row.deleted_at ? 'Your friend' : getFirstName(row.name),
      enrolledAt: (row.completed_at ?? row.created_at).toISOString(),
      state: row.state,
      reward: toWire(money(row.reward_minor, row.currency)),
      dueAt: row.state === 'pending' ? row.due_at.toISOString() : null,
      decidedAt: row.decided_at?.toISOString() ?? null,
    })),
  }
}
