/**
 * The head of an answer, spelled out once for many. To check a dozen headers and to put them together takes a sixth of
 * what an answer from memory costs, and node:http cannot be handed a head that is ready. So it is laid where Node keeps
 * the one it has spelled itself: a field that is not documented, but `headersSent` is, and tells whether Node reads it.
 */
import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http'

/**
 * @param headers names and values in turn
 * @returns the first line and one for each header, each ended
 * @throws where a name or value is none, as it would break the answer in two
 */
export function readyHead(headers: readonly string[]): string {
  const lines = ['HTTP/1.1 200 OK']
  for (let at = 0; at < headers.length; at += 2) {
    const [name, value] = [headers[at]!, headers[at + 1]!]
    validateHeaderName(name)
    validateHeaderValue(name, value)
    lines.push(`${name}: ${value}`)
  }
  return `${lines.join('\r\n')}\r\n`
}

/**
 * @param head of an answer by 200 whose length it tells
 * @param own a name and a value of this answer alone, which nobody outside had a hand in
 * @returns false where Node has to spell it: it knows of no such field, or what becomes of the connection has to be said
 */
export function takesHead(response: ServerResponse, head: string, [name, value]: readonly [string, string]): boolean {
  if (!response.shouldKeepAlive || response.req.httpVersion !== '1.1' || response.headersSent) return false
  Object.assign(response, { _header: `${head}${name}: ${value}\r\nDate: ${dateNow()}\r\n\r\n` })
  return response.headersSent
}

let second = 0
let date = ''

function dateNow(): string {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) {
    second = now
    date = new Date(now * 1000).toUTCString()
  }
  return date
}
