/** The sandbox bank's own page, where a card's question is answered as at a real bank. No script, no secret in its address. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { z } from 'zod'
import { toWire } from '#domain/money.ts'
import type { Deps } from '#http/deps.ts'
import { pagePolicy } from '#http/page-policy.ts'
import type { Question } from '#platform/payments/sandbox-cards.ts'
import tokens from '#ui/tokens.gen.css?raw'
import styles from './sandbox-bank.css?raw'

type Asked = { Params: { challenge: string } }

const PATH = '/sandbox/bank'
const Answer = z.object({ answer: z.enum(['accept', 'refuse']) })

export async function mountBank(app: FastifyInstance, deps: Deps): Promise<void> {
  const sandbox = deps.gateway?.sandbox
  if (!sandbox) return
  const site = new URL(deps.config.publicUrl)
  await openBankPages(app, deps, async (bank) => {
    bank.get(`${PATH}.css`, async (_request, reply) => reply.type('text/css; charset=utf-8').send(tokens + styles))

    bank.get<Asked>(`${PATH}/:challenge`, async ({ params }, reply) => {
      const question = await sandbox.question(params.challenge)
      if (!question) return sendPage(reply.code(404), <Unknown siteUrl={site.href} />)
      return sendPage(reply, question.isOpen ? <Ask question={question} payee={site.host} /> : <Closed {...question} />)
    })

    bank.post<Asked>(`${PATH}/:challenge`, async ({ params, body }, reply) => {
      const question = await sandbox.question(params.challenge)
      const given = Answer.safeParse(body)
      if (!question) return sendPage(reply.code(404), <Unknown siteUrl={site.href} />)
      if (!given.success) return sendPage(reply.code(400), <Ask question={question} payee={site.host} />)
      await sandbox.answer(params.challenge, given.data.answer)
      return reply.redirect(question.returnUrl, 303)
    })
  })
}

/** The bank's pages: forms without scripts, under a policy of their own. */
export async function openBankPages(
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
      // What follows an answer leads back to the site, which may be at another origin than the bank.
      const headers = pagePolicy(config, null, PATH)
      const policy = headers['content-security-policy']?.replace("form-action 'self'", `form-action 'self' ${origin}`)
      reply.headers({ ...headers, 'content-security-policy': policy })
    })
    await mount(bank)
  })
}

export function sendPage(reply: FastifyReply, page: ReactNode): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>${renderToStaticMarkup(page)}`)
}

function Ask({ question, payee }: { question: Question; payee: string }) {
  const { amount, currency } = toWire(question.amount)
  const told = new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    amount as `${number}`,
  )
  return (
    <Page title="Is this you?">
      <p>A payment with your card waits for your answer.</p>
      <dl>
        <div>
          <dt>Amount</dt>
          <dd data-amount={amount} data-currency={currency}>
            {told}
          </dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>Understudy ({payee})</dd>
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
      <p className="note">This is the sandbox’s bank: no money moves, whatever you answer.</p>
    </Page>
  )
}

function Closed({ returnUrl }: { returnUrl: string }) {
  return (
    <Page title="This question is closed">
      <p>It was answered already, or its time ran out. Nothing more is asked of you here.</p>
      <p>
        <a href={returnUrl}>Back to your order</a>
      </p>
    </Page>
  )
}

function Unknown({ siteUrl }: { siteUrl: string }) {
  return (
    <Page title="This question is not known">
      <p>The link may be incomplete. Nothing was charged here.</p>
      <p>
        <a href={siteUrl}>Back to the site</a>
      </p>
    </Page>
  )
}

export function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} | Sandbox Bank`}</title>
        <link rel="stylesheet" href={`${PATH}.css`} />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <main>
          <p className="bank">Sandbox Bank</p>
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    </html>
  )
}
