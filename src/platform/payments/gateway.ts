/**
 * The face of every card provider. A gateway tells what the provider knows; it decides nothing and
 * writes nothing of ours. Every call may be repeated: creating and refunding are keyed.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '#config.ts'
import type { Money } from '#domain/money.ts'
import type { ProviderFact } from '#domain/payment.ts'
import type { Db } from '../db/db.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Secrets } from '../secrets.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'

export type ProviderEvent = { eventId: string; intentId: string; type: string }

export type Gateway = {
  provider: 'sandbox'
  /** The same key gives the same intent. `reference` is our payment id. */
  createIntent(order: {
    key: string
    amount: Money
    reference: string
  }): Promise<ProviderFact & { clientSecret: string }>
  getIntent(intentId: string): Promise<ProviderFact & { clientSecret: string }>
  /** Tries to end an intent and answers how it stands then: what has succeeded or is processing stays so. */
  cancelIntent(intentId: string): Promise<ProviderFact>
  refund(order: { key: string; intentId: string; amount: Money }): Promise<{ refundId: string }>
  /** What the provider itself says it charged since then, for the audit. */
  listCharges(since: Date): Promise<{ intentId: string; reference: string; amount: Money; refunded: Money }[]>
  /** The event in a signed delivery, or null when the signature is not the provider's. */
  readEvent(rawBody: string, headers: IncomingHttpHeaders): ProviderEvent | null
  /** The sandbox's own side, where that is the provider. */
  sandbox: Sandbox
}

/** Sandbox in demo and development. A production server takes no play money: null until a provider is configured. */
export function openGateway(config: Config, parts: { db: Db; jobs: Jobs; secrets: Secrets }): Gateway | null {
  return config.mode === 'production' ? null : openSandbox(parts)
}
