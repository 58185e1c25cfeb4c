/** The sandbox PayPal's page, on which the buyer approves a payment. It has no script, and its URL holds no secret of the order. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { toWire } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import { APPROVAL_ANSWERS, type Approval } from '#platform/payments/sandbox-pages.ts'
import { BankPage, mountBankPages, sendHtml } from './bank.tsx'

type ApprovalRoute = { Params: { token: string } }

const PATH = '/sandbox/paypal/:token'
const CLOSED = '/sandbox/paypal/closed'
const ApprovalAnswer = z.object({ answer: z.enum([...APPROVAL_ANSWERS, 'close']) })

export async function mountPaypal(app: FastifyInstance, deps: Deps): Promise<void> {
  const paypal = deps.gateways.for('sandbox-paypal')?.sandboxPaypal
  if (!paypal) return
  const site = new URL(deps.config.publicUrl)
  const getPayee = () => `${deps.site.current.name} (${site.host})`
  await mountBankPages(app, deps, async (pages) => {
    pages.get(CLOSED, async (_request, reply) => sendHtml(reply, <ClosedWindow />))

    pages.get<ApprovalRoute>(PATH, async ({ params }, reply) => {
      const approval = await paypal.approval(params.token)
      if (!approval) return sendHtml(reply.code(404), <UnknownPayment siteUrl={site.href} />)
      return sendHtml(
        reply,
        approval.isOpen ? <ApprovalPage approval={approval} payee={getPayee()} /> : <EndedPayment {...approval} />,
      )
    })

    pages.post<ApprovalRoute>(PATH, async ({ params, body }, reply) => {
      const approval = await paypal.approval(params.token)
      const form = ApprovalAnswer.safeParse(body)
      if (!approval) return sendHtml(reply.code(404), <UnknownPayment siteUrl={site.href} />)
      if (!form.success) return sendHtml(reply.code(400), <ApprovalPage approval={approval} payee={getPayee()} />)
      if (form.data.answer === 'close') return reply.redirect(CLOSED, 303)
      return reply.redirect((await paypal.answer(params.token, form.data.answer)) ?? site.href, 303)
    })
  })
}

const SANDBOX = 'Sandbox PayPal'

function ApprovalPage({ approval, payee }: { approval: Approval; payee: string }) {
  const { amount, currency } = toWire(approval.amount)
  const formattedAmount = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(amount as `${number}`)
  return (
    <BankPage title="Approve this payment?" bank={SANDBOX}>
      <dl>
        <div>
          <dt>Amount</dt>
          <dd data-amount={amount} data-currency={currency}>
            {formattedAmount}
          </dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>{payee}</dd>
        </div>
      </dl>
      <form method="post">
        <button type="submit" name="answer" value="approve" className="yes">
          Approve the payment
        </button>
        <button type="submit" name="answer" value="approve-late">
          Approve, and PayPal answers late
        </button>
        <button type="submit" name="answer" value="approve-declined">
          Approve, and PayPal declines the payment
        </button>
        <button type="submit" name="answer" value="approve-dispute">
          Approve, and dispute the charge afterwards
        </button>
        <button type="submit" name="answer" value="approve-inquiry">
          Approve, and ask about the charge afterwards
        </button>
        <button type="submit" name="answer" value="refuse">
          Cancel and go back
        </button>
        <button type="submit" name="answer" value="close">
          Close the window
        </button>
      </form>
      <p className="note">This is the sandbox’s PayPal. No money moves.</p>
    </BankPage>
  )
}

function ClosedWindow() {
  return (
    <BankPage title="You closed the window" bank={SANDBOX}>
      <p>Nothing was approved or charged. To see what the shop does now, open your order there again.</p>
    </BankPage>
  )
}

function EndedPayment({ returnUrl }: { returnUrl: string }) {
  return (
    <BankPage title="This payment was approved" bank={SANDBOX}>
      <p>You don’t need to do anything.</p>
      <p>
        <a href={returnUrl}>Back to your order</a>
      </p>
    </BankPage>
  )
}

function UnknownPayment({ siteUrl }: { siteUrl: string }) {
  return (
    <BankPage title="Payment not found" bank={SANDBOX}>
      <p>The link may be incomplete. Nothing was charged here.</p>
      <p>
        <a href={siteUrl}>Back to the site</a>
      </p>
    </BankPage>
  )
}
