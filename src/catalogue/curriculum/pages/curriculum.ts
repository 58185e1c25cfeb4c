import { depsContext } from '#http/context.ts'
import { getPublicCurriculum } from '../draw-curriculum.ts'
import type { Route } from './+types/curriculum.ts'

const HOUR_SECONDS = 3_600
const YEAR_SECONDS = 31_536_000
const RETRY_AFTER_SECONDS = '2'

/** `NG-0123456789abcdef.pdf`. Without a hash, or with an outdated one, sends the current file, cached for an hour. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const [, code, requestedHash] = /^(\w{2,12}?)(?:-([0-9a-f]{16}))?\.pdf$/.exec(params.file) ?? []
  const file = code ? await getPublicCurriculum(context.get(depsContext), code.toUpperCase()) : null
  if (!file) return sendText(404, 'Not Found.')
  if (!file.content) return sendText(503, 'Please try again.', { 'retry-after': RETRY_AFTER_SECONDS })
  const caching = requestedHash === file.hash ? `max-age=${YEAR_SECONDS}, immutable` : `max-age=${HOUR_SECONDS}`
  const body = Buffer.isBuffer(file.content) ? new Uint8Array(file.content) : file.content
  return new Response(body, {
    headers: {
      'content-length': String(file.bytes),
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="curriculum-${file.courseCode}.pdf"`,
      'cache-control': `public, ${caching}`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    },
  })
}

function sendText(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } })
}
