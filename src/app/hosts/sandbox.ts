/** The sandbox's card endpoint, which the browser calls as it would a real provider. See `docs/contract` §5. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#http/deps.ts'
import { sendRefusal } from '#http/mount.ts'
import { parse } from '#http/parse.ts'
import { mountBank } from '#sandbox/pages/bank.tsx'
import { mountDisputes } from '#sandbox/pages/disputes.tsx'
import { mountPaypal } from '#sandbox/pages/paypal.tsx'
import { allowSiteOrigin, handleErrors, parseJsonBodies } from './api.ts'

const Secret = z.object({ clientSecret: z.string().max(200) })
const Confirm = z.union([
  Secret.extend({ challenge: z.enum(['accept', 'refuse']) }),
  Secret.extend({
    number: z.string().min(8, { error: 'Card number is required' }).max(30),
    expMonth: z.number().int().min(1).max(12),
    expYear: z.number().int().min(0).max(2100),
    cvc: z.string().max(4),
  }),
])

/** Mounts the card endpoint, the bank's pages for challenges and disputes, and the sandbox PayPal's page. */
export async function mountSandbox(app: FastifyInstance, deps: Deps): Promise<void> {
  const sandbox = deps.gateways.for('sandbox')?.sandbox
  if (!sandbox) return
  await mountBank(app, deps)
  await mountDisputes(app, deps)
  await mountPaypal(app, deps)
  await app.register(async (api) => {
    parseJsonBodies(api)
    handleErrors(api, deps)
    allowSiteOrigin(api, deps)
    // Exists only for preflight requests, which the hook above answers.
    api.options('/sandbox/v1/confirm', async (_request, reply) => reply.code(204).send())
    api.post('/sandbox/v1/confirm', async (request, reply) => {
      const body = parse(Confirm, request.body)
      if (!body.ok) return sendRefusal(reply, request.id, body.refusal)
      const confirmed = await sandbox.confirm(body.value as z.output<typeof Confirm>)
      return confirmed ?? sendRefusal(reply, request.id, { code: 'NOT_FOUND' })
    })
  })
}
