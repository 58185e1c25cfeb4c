/** The result of a call of the API: its body, or the refusal with its sentence. See `docs/contract.md` §2. */
export type ApiSuccess<Body> = { data: Body; error: null; errorCode: null; status: number }
export type ApiFailure = {
  /** The refusal's whole body, if it had one. */
  data: unknown
  error: string
  errorCode: string | null
  /** 0: no response, so it is unknown whether the call took effect. */
  status: number
  fields?: Record<string, string>
  /** The value of `Retry-After`. */
  retryAfterSeconds?: number
}

/**
 * The sentence is the response's `info`, else `message`, else `error`, else one by status. See `docs/contract.md` §2.
 */
export function parseResponse(response: Response, text: string): ApiSuccess<unknown> | ApiFailure {
  const body = parseJson(text)
  const { status } = response
  if (status < 400) return { data: body, error: null, errorCode: null, status }

  const json = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const sentence = [json.info, json.message, json.error].find(
    (candidate) => typeof candidate === 'string' && candidate !== '',
  )
  const retryAfter = Number(response.headers.get('retry-after'))
  return {
    data: body,
    error: (sentence as string | undefined) ?? (status >= 500 ? 'Internal Server Error' : 'Not Found.'),
    errorCode: typeof json.errorCode === 'string' ? json.errorCode : null,
    status,
    ...(isFields(json.fields) && { fields: json.fields }),
    ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isFields(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((sentence) => typeof sentence === 'string')
  )
}
