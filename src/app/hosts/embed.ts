/**
 * The frame of an embedded video (docs/contract §18): a document of its own, whose policy alone names the origin of
 * the video. It loads nothing of another site before the learner presses the button, and it has no script.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '#http/deps.ts'
import { sendRefusal } from '#http/mount.ts'
import { createGrantChecker } from '#learn/lessons/playback/check-grant.ts'
import { findEmbedUrl, getEmbedSite } from '#learn/lessons/playback/find-embed-url.ts'

type EmbedRoute = { Params: { token: string }; Querystring: { load?: string } }

const STYLE = `html,body{height:100%;margin:0;background:#101417;color:#fff;font:16px/1.5 system-ui,sans-serif}
body{display:grid;place-items:center;text-align:center}
iframe{border:0;width:100%;height:100%}
a{display:inline-block;margin-top:16px;padding:12px 20px;border-radius:10px;background:#fff;color:#101417;font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid #ffc53d;outline-offset:3px}`
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

export function mountEmbed(app: FastifyInstance, deps: Deps): void {
  const check = createGrantChecker(deps)
  app.get<EmbedRoute>('/embed/:token', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const grant = await check(request.params.token)
    if (!grant.ok) return sendRefusal(reply, request.id, grant.refusal)
    const url = grant.value.lessonId ? await findEmbedUrl(deps.db, grant.value.lessonId) : null
    if (!url) return sendRefusal(reply, request.id, { code: 'NOT_FOUND' })
    const { origin } = new URL(url)
    const name = getEmbedSite(url)
    if (request.query.load !== '1')
      return sendFrame(
        reply,
        "'none'",
        `<p>This loads a video from ${name}.<br><a href="?load=1">Load the video</a></p>`,
      )
    return sendFrame(
      reply,
      origin,
      `<iframe src="${escapeHtml(url)}" title="Video from ${name}" allow="fullscreen; picture-in-picture" referrerpolicy="strict-origin-when-cross-origin" allowfullscreen></iframe>`,
    )
  })
}

/** @param frameSource the origin that the document may frame, or 'none' */
function sendFrame(reply: FastifyReply, frameSource: string, body: string): FastifyReply {
  const policy = [
    "default-src 'none'",
    `style-src ${STYLE_HASH}`,
    `frame-src ${frameSource}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ]
  return reply
    .header('content-security-policy', policy.join('; '))
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Video</title><style>${STYLE}</style><body>${body}</body></html>`,
    )
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
