/** A page to act as the card holder's bank: close, open and decide disputes. Sandbox only. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { toWire } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import type { ProviderDispute } from '#platform/payments/provider-dispute.ts'
import type { Decision } from '#platform/payments/sandbox-cards.ts'
import { BankPage, mountBankPages, sendHtml } from './sandbox-bank.tsx'

type DisputeRoute = { Params: { disputeId: string } }

const PATH = '/sandbox/disputes'
const DecisionForm = z.object({ decision: z.enum(['open', 'closed', 'won', 'lost']) })

export async function mountDisputes(app: FastifyInstance, deps: Deps): Promise<void> {
  const sandbox = deps.gateways.for('sandbox')?.sandbox
  if (!sandbox) return
  await mountBankPages(app, deps, async (bank) => {
    bank.get<DisputeRoute>(`${PATH}/:disputeId`, async ({ params }, reply) => {
      const dispute = await sandbox.dispute(params.disputeId)
      return dispute ? sendHtml(reply, <DisputePage {...dispute} />) : sendHtml(reply.code(404), <UnknownDispute />)
    })

    bank.post<DisputeRoute>(`${PATH}/:disputeId`, async ({ params, body }, reply) => {
      const dispute = await sandbox.dispute(params.disputeId)
      const form = DecisionForm.safeParse(body)
      if (!dispute) return sendHtml(reply.code(404), <UnknownDispute />)
      if (!form.success) return sendHtml(reply.code(400), <DisputePage {...dispute} />)
      await sandbox.decideDispute(params.disputeId, form.data.decision)
      return reply.redirect(`${PATH}/${dispute.disputeId}`, 303)
    })
  })
}

const TITLES: Record<ProviderDispute['status'], string> = {
  inquiry: 'The card holder asks about a charge',
  open: 'A charge is disputed',
  closed: 'The inquiry is closed',
  won: 'The shop won',
  lost: 'The card holder won',
}
const CHOICES: Partial<Record<ProviderDispute['status'], { decision: Decision; label: string; isFirst?: true }[]>> = {
  inquiry: [
    { decision: 'closed', label: 'Close the inquiry', isFirst: true },
    { decision: 'open', label: 'Open a dispute' },
  ],
  open: [
    { decision: 'won', label: 'Decide for the shop', isFirst: true },
    { decision: 'lost', label: 'Decide for the card holder' },
  ],
}

function DisputePage({ status, amount: money, reason }: ProviderDispute) {
  const { amount, currency } = toWire(money)
  const choices = CHOICES[status]
  return (
    <BankPage title={TITLES[status]}>
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
      <p className="note">This is the sandbox’s bank. No money moves. A real bank takes weeks; here you decide.</p>
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
