/** The sandbox bank's page for a card challenge, as at a real bank. It has no script, and its URL holds no secret. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { z } from 'zod'
import { toWire } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import { pagePolicy } from '#http/page-policy.ts'
import { UNDECLARED } from '#http/site-routes.ts'
import type { Question } from '#platform/payments/sandbox-pages.ts'
import tokens from '#ui/theme/tokens.gen.css?raw'
import styles from './bank.css?raw'

type ChallengeRoute = { Params: { challenge: string } }

const PATH = '/sandbox/bank'
const ChallengeAnswer = z.object({ answer: z.enum(['accept', 'refuse']) })

export async function mountBank(app: FastifyInstance, deps: Deps): Promise<void> {
  const sandbox = deps.gateways.for('sandbox')?.sandbox
  if (!sandbox) return
  const site = new URL(deps.config.publicUrl)
  const getPayee = () => `${deps.site.current.name} (${site.host})`
  await mountBankPages(app, deps, async (bank) => {
    bank.get(`${PATH}.css`, async (_request, reply) => reply.type('text/css; charset=utf-8').send(tokens + styles))

    bank.get<ChallengeRoute>(`${PATH}/:challenge`, async ({ params }, reply) => {
      const challenge = await sandbox.question(params.challenge)
      if (!challenge) return sendHtml(reply.code(404), <UnknownPage siteUrl={site.href} />)
      return sendHtml(
        reply,
        challenge.isOpen ? <ChallengePage challenge={challenge} payee={getPayee()} /> : <ClosedPage {...challenge} />,
      )
    })

    bank.post<ChallengeRoute>(`${PATH}/:challenge`, async ({ params, body }, reply) => {
      const challenge = await sandbox.question(params.challenge)
      const form = ChallengeAnswer.safeParse(body)
      if (!challenge) return sendHtml(reply.code(404), <UnknownPage siteUrl={site.href} />)
      if (!form.success) return sendHtml(reply.code(400), <ChallengePage challenge={challenge} payee={getPayee()} />)
      await sandbox.answer(params.challenge, form.data.answer)
      return reply.redirect(challenge.returnUrl, 303)
    })
  })
}

/** Mounts the bank's pages: forms without scripts, with their own content security policy. */
export async function mountBankPages(
  app: FastifyInstance,
  { config }: Deps,
  mount: (bank: FastifyInstance) => Promise<void>,
): Promise<void> {
  const { origin } = new URL(config.publicUrl)
  await app.register(async (bank) => {
    bank.removeAllContentTypeParsers()
    bank.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    bank.addHook('onRequest', async (_request, reply) => {
      // A sent form redirects to the site, which may have another origin than the bank.
      const headers = pagePolicy(config, null, UNDECLARED)
      const policy = headers['content-security-policy']?.replace("form-action 'self'", `form-action 'self' ${origin}`)
      reply.headers({ ...headers, 'content-security-policy': policy })
    })
    await mount(bank)
  })
}

export function sendHtml(reply: FastifyReply, page: ReactNode): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>${renderToStaticMarkup(page)}`)
}

function ChallengePage({ challenge, payee }: { challenge: Question; payee: string }) {
  const { amount, currency } = toWire(challenge.amount)
  const formattedAmount = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(amount as `${number}`)
  return (
    <BankPage title="Is this you?">
      <p>Please accept or refuse this card payment.</p>
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
        <button type="submit" name="answer" value="accept" className="yes">
          Accept the payment
        </button>
        <button type="submit" name="answer" value="refuse">
          Refuse the payment
        </button>
      </form>
      <p className="note">This is the sandbox’s bank. No money moves.</p>
    </BankPage>
  )
}

function ClosedPage({ returnUrl }: { returnUrl: string }) {
  return (
    <BankPage title="This request has ended">
      <p>It was already answered, or it timed out. You don’t need to do anything.</p>
      <p>
        <a href={returnUrl}>Back to your order</a>
      </p>
    </BankPage>
  )
}

function UnknownPage({ siteUrl }: { siteUrl: string }) {
  return (
    <BankPage title="Request not found">
      <p>The link may be incomplete. Nothing was charged here.</p>
      <p>
        <a href={siteUrl}>Back to the site</a>
      </p>
    </BankPage>
  )
}

type BankPageProps = { title: string; bank?: string; children: ReactNode }

export function BankPage({ title, bank = 'Sandbox Bank', children }: BankPageProps) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} | ${bank}`}</title>
        <link rel="stylesheet" href={`${PATH}.css`} />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <main>
          <p className="bank">{bank}</p>
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    </html>
  )
}
