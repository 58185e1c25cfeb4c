/** A demo on one's own machine offers its log-ins in the log-in dialog. docs/contract §8. */
import type { FastifyInstance } from 'fastify'
import { DEMO_ACCOUNTS } from '#domain/demo.ts'
import type { Deps } from '#http/deps.ts'
import { getDemoLogIns } from './demo.ts'

/** In production, and in a demo for other machines, the address does not exist. */
export async function mountDemoLogIns(app: FastifyInstance, deps: Deps): Promise<void> {
  if (deps.config.mode === 'production' || deps.config.demoPublic) return
  app.get('/dev/log-ins.json', async (_request, reply) => {
    const { emails, password } = await getDemoLogIns(deps)
    reply.header('cache-control', 'no-store')
    return DEMO_ACCOUNTS.filter(({ email }) => emails.includes(email)).map(({ email, roles }) => ({
      email,
      password,
      role: roles.includes('community-admin') ? 'admin' : roles.includes('creator') ? 'creator' : 'learner',
    }))
  })
}
