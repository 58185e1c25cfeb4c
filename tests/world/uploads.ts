/** Uploads by tus, as a browser sends them, over connections that break. */
import { request } from 'node:http'

export type UploadAnswer = { status: number; offset: number | null }
type Sender = { base: string; authorization: string; uploadUrl: string }

/**
 * Sends bytes from an offset.
 *
 * @param breakAfter the connection breaks after so many bytes. Resolves with status 0 then.
 */
export function sendBytes(
  { base, authorization, uploadUrl }: Sender,
  offset: number,
  bytes: Buffer,
  breakAfter = Number.POSITIVE_INFINITY,
): Promise<UploadAnswer> {
  return new Promise((resolve) => {
    const sent = request(base + uploadUrl, {
      method: 'PATCH',
      headers: {
        authorization,
        'tus-resumable': '1.0.0',
        'upload-offset': offset,
        'content-type': 'application/offset+octet-stream',
        'content-length': bytes.length,
      },
    })
    sent.on('response', (response) => {
      response.resume()
      const received = response.headers['upload-offset']
      resolve({ status: response.statusCode ?? 0, offset: received === undefined ? null : Number(received) })
    })
    sent.on('error', () => resolve({ status: 0, offset: null }))
    if (breakAfter >= bytes.length) return sent.end(bytes)
    sent.write(bytes.subarray(0, breakAfter), () => sent.destroy())
  })
}

export async function readOffset({ base, authorization, uploadUrl }: Sender): Promise<UploadAnswer> {
  const headers = { authorization, 'tus-resumable': '1.0.0' }
  const { status, headers: answered } = await fetch(base + uploadUrl, { method: 'HEAD', headers })
  const offset = answered.get('upload-offset')
  return { status, offset: offset === null ? null : Number(offset) }
}
