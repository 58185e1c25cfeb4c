/**
 * Calendar files with a cohort's sessions: public for a listed course, else by the keyed link of an order or the
 * portal.
 */
import type { FastifyInstance } from 'fastify'
import { getCalendarFile } from '#features/catalog/calendar.ts'
import type { Deps } from '#http/deps.ts'

type CalendarRoute = { Params: { file: string }; Querystring: { key?: unknown } }

export function mountCalendar(app: FastifyInstance, deps: Deps): void {
  app.get<CalendarRoute>('/calendar/:file', async ({ params, query }, reply) => {
    const code = /^([A-Za-z0-9-]{2,40})\.ics$/.exec(params.file)?.[1]
    const file = code && (await getCalendarFile(deps, code.toUpperCase(), query.key))
    if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('Not Found.')
    return reply
      .header('content-disposition', `attachment; filename="${file.filename}"`)
      .type(file.contentType)
      .send(file.content)
  })
}
