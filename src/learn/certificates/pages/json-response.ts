import { refusals } from '#domain/refusal.ts'

/** A public JSON document, which any site may read. Null: not found. */
export function createJsonResponse(content: unknown, requestId: string): Response {
  const headers = { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' }
  const { status, message } = refusals.NOT_FOUND
  if (content === null) return Response.json({ message, errorCode: 'NOT_FOUND', requestId }, { status, headers })
  return Response.json(content, { headers: { ...headers, 'cache-control': 'public, max-age=300' } })
}
