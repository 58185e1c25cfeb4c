/** A page to act as the buyer's bank, or as PayPal: close, open and decide disputes. Sandbox only. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { toWire } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import type { ProviderDispute } from '#platform/payments/provider-dispute.ts'
import type { Decision, SandboxDisputes } from '#platform/payments/sandbox-pages.ts'
import { BankPage, mountBankPages, sendHtml } from './bank.tsx'

type DisputeRoute = { Params: { disputeId: string } }

const PATH = '/sandbox/disputes'
const DecisionForm = z.object({ decision: z.enum(['open', 'closed', 'won', 'lost']) })

export async function mountDisputes(app: FastifyInstance, deps: Deps): Promise<void> {
  const cards = deps.gateways.for('sandbox')?.sandbox
  const paypal = deps.gateways.for('sandbox-paypal')?.sandboxPaypal
  const providers = [
    ...(cards ? [{ disputes: cards, decider: BANK }] : []),
    ...(paypal ? [{ disputes: paypal, decider: PAYPAL }] : []),
  ]
  if (providers.length === 0) return
  await mountBankPages(app, deps, async (bank) => {
    bank.get<DisputeRoute>(`${PATH}/:disputeId`, async ({ params }, reply) => {
      const match = await findDispute(providers, params.disputeId)
      return match ? sendHtml(reply, <DisputePage {...match} />) : sendHtml(reply.code(404), <UnknownDispute />)
    })

    bank.post<DisputeRoute>(`${PATH}/:disputeId`, async ({ params, body }, reply) => {
      const match = await findDispute(providers, params.disputeId)
      const form = DecisionForm.safeParse(body)
      if (!match) return sendHtml(reply.code(404), <UnknownDispute />)
      if (!form.success) return sendHtml(reply.code(400), <DisputePage {...match} />)
      await match.disputes.decideDispute(params.disputeId, form.data.decision)
      return reply.redirect(`${PATH}/${match.dispute.disputeId}`, 303)
    })
  })
}

/** Decides a dispute: the buyer’s bank or PayPal. `claimant`: the person whose side it may take. */
type Decider = { name?: string; claimant: string; note: string }

const BANK: Decider = { claimant: 'card holder', note: 'This is the sandbox’s bank. No money moves. A real bank' }
const PAYPAL: Decider = {
  name: 'Sandbox PayPal',
  claimant: 'buyer',
  note: 'This is the sandbox’s PayPal. No money moves. The real PayPal',
}

type DisputeProvider = { disputes: SandboxDisputes; decider: Decider }

async function findDispute(providers: readonly DisputeProvider[], disputeId: string) {
  for (const provider of providers) {
    const dispute = await provider.disputes.dispute(disputeId)
    if (dispute) return { ...provider, dispute }
  }
  return null
}

const getTitles = (claimant: string): Record<ProviderDispute['status'], string> => ({
  inquiry: `The ${claimant} asks about a charge`,
  open: 'A charge is disputed',
  closed: 'The inquiry is closed',
  won: 'The shop won',
  lost: `The ${claimant} won`,
})
type Choice = { decision: Decision; label: string; isFirst?: true }

const getChoices = (claimant: string): Partial<Record<ProviderDispute['status'], Choice[]>> => ({
  inquiry: [
    { decision: 'closed', label: 'Close the inquiry', isFirst: true },
    { decision: 'open', label: 'Open a dispute' },
  ],
  open: [
    { decision: 'won', label: 'Decide for the shop', isFirst: true },
    { decision: 'lost', label: `Decide for the ${claimant}` },
  ],
})

function DisputePage({ decider, dispute }: { decider: Decider; dispute: ProviderDispute }) {
  const { status, reason } = dispute
  const { amount, currency } = toWire(dispute.amount)
  const choices = getChoices(decider.claimant)[status]
  return (
    <BankPage title={getTitles(decider.claimant)[status]} {...(decider.name && { bank: decider.name })}>
      <dl>
        <div>
          <dt>Amount</dt>
          <dd data-amount={amount} data-currency={currency}>
            {currency} {amount}
          </dd>
        </div>
        <div>
          <dt>Reason</dt>
          <dd>{reason}</dd>
        </div>
      </dl>
      {choices ? (
        <form method="post">
          {choices.map(({ decision, label, isFirst }) => (
            <button key={decision} type="submit" name="decision" value={decision} className={isFirst && 'yes'}>
              {label}
            </button>
          ))}
        </form>
      ) : (
        <p>This dispute is decided. The shop is notified within seconds.</p>
      )}
      <p className="note">{decider.note} takes weeks; here you decide.</p>
    </BankPage>
  )
}

function UnknownDispute() {
  return (
    <BankPage title="Dispute not found">
      <p>The link may be incomplete. Open it from the order in the admin portal.</p>
    </BankPage>
  )
}
