/**
 * Calendar files with a cohort's sessions: public for a listed course, else by the keyed link of an order or the
 * portal. Private calendar feeds, by the secret in their address.
 */
import type { FastifyInstance } from 'fastify'
import { getCalendarFile } from '#catalogue/catalog/calendar/calendar.ts'
import { refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { sendRefusal } from '#http/mount.ts'
import { loadFeedFile } from '#learn/live/calendar-feed.ts'

type FeedRoute = { Params: { file: string } }
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

  app.get<FeedRoute>('/calendar/feed/:file', async (request, reply) => {
    // RFC 9213: shared caches store nothing; a calendar program may ask with its ETag.
    reply.headers({ 'cache-control': 'no-store', 'cdn-cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    const { file } = request.params
    const feed = file.endsWith('.ics') ? await loadFeedFile(deps, file.slice(0, -4)) : refused('NOT_FOUND')
    if (!feed.ok) return sendRefusal(reply, request.id, feed.refusal)
    const { etag, content } = feed.value
    reply.headers({ 'cache-control': 'private, no-cache', etag, 'referrer-policy': 'no-referrer' })
    if (request.headers['if-none-match']?.split(/,\s*/).includes(etag)) return reply.code(304).send()
    return reply
      .header('content-disposition', 'inline; filename="courses.ics"')
      .type('text/calendar; charset=utf-8')
      .send(content)
  })
}
