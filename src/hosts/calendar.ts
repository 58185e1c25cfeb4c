/** The calendar files: a cohort's sessions, for a listed course, or for a link that an order or the portal gave. */
import type { FastifyInstance } from 'fastify'
import { openCalendar } from '#features/catalog/calendar.ts'
import type { Deps } from '#http/deps.ts'

type Route = { Params: { file: string }; Querystring: { key?: unknown } }

export function mountCalendar(app: FastifyInstance, deps: Deps): void {
  app.get<Route>('/calendar/:file', async ({ params, query }, reply) => {
    const code = /^([A-Za-z0-9-]{2,40})\.ics$/.exec(params.file)?.[1]
    const file = code && (await openCalendar(deps, code.toUpperCase(), query.key))
    if (!file) return reply.code(404).type('text/plain').send('Not Found.')
    return reply
      .header('content-disposition', `attachment; filename="${file.filename}"`)
      .type(file.contentType)
      .send(file.content)
  })
}
