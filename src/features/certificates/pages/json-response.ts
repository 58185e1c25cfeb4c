/** A public JSON document, which any site may read. Null: not found. */
export function createJsonResponse(content: unknown): Response {
  const headers = { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' }
  if (content === null) return Response.json({ message: 'Not Found.' }, { status: 404, headers })
  return Response.json(content, { headers: { ...headers, 'cache-control': 'public, max-age=300' } })
}
