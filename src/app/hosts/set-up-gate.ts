/**
 * Until a production installation has an owner, it answers every page and call with 503, except those that the set-up
 * and its operator need. docs/contract §48.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusals } from '#domain/refusal.ts'
import type { Deps } from '#http/deps.ts'
import { sendRefusal } from '#http/mount.ts'
import { isSetUp } from '#screens/set-up/queries.ts'

/** Also React Router's data of the page. */
const OPEN =
  /^\/(?:livez|readyz|set-up|set-up\.data|assets\/.*|\.well-known\/.*|api\/v1\/(?:set-up|webhooks)(?:\/.*)?)$/

/** Asks the database at each request until the set-up is over, so that every process opens with the same row. */
export async function closeUntilSetUp(app: FastifyInstance, { config, db }: Deps): Promise<void> {
  if (config.mode !== 'production') return
  let isOver = await isSetUp(db)
  if (isOver) return
  app.addHook('onRequest', async (request, reply) => {
    if (isOver || OPEN.test(request.url.split('?', 1)[0]!)) return
    isOver = await isSetUp(db)
    if (isOver) return
    if (request.url.startsWith('/api/')) return sendRefusal(reply, request.id, { code: 'BEING_SET_UP' })
    return sendSetUpPage(request, reply)
  })
}

const PAGE = `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Being set up</title>
<h1>Being set up</h1>
<p>This site opens soon. Please come back later.</p>
`

function sendSetUpPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(refusals.BEING_SET_UP.status)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .type('text/html; charset=utf-8')
    .send(PAGE)
}
