/** The sandbox's own front: where the browser takes a card, as it would to a real provider. Contract §5. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#http/deps.ts'
import { sendRefusal } from '#http/mount.ts'
import { parse } from '#http/parse.ts'
import { allowTheSite, answerErrors, readJsonBodies } from './api.ts'
import { mountBank } from './sandbox-bank.tsx'
import { mountDisputes } from './sandbox-disputes.tsx'

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

/** The card's way in, and the bank's pages: for cards that bring a question, and for disputes. */
export async function mountSandbox(app: FastifyInstance, deps: Deps): Promise<void> {
  const sandbox = deps.gateway?.sandbox
  if (!sandbox) return
  await mountBank(app, deps)
  await mountDisputes(app, deps)
  await app.register(async (front) => {
    readJsonBodies(front)
    answerErrors(front, deps)
    allowTheSite(front, deps)
    // Only so that a preflight finds something: the hook above answers it.
    front.options('/sandbox/v1/confirm', async (_request, reply) => reply.code(204).send())
    front.post('/sandbox/v1/confirm', async (request, reply) => {
      const body = parse(Confirm, request.body)
      if (!body.ok) return sendRefusal(reply, request.id, body.refusal)
      const confirmed = await sandbox.confirm(body.value as z.output<typeof Confirm>)
      return confirmed ?? sendRefusal(reply, request.id, { code: 'NOT_FOUND' })
    })
  })
}
