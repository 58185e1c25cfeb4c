import { readFile } from 'node:fs/promises'
import type { JSONWebKeySet } from 'jose'
import { StartupError } from '#config/config.ts'
import { verifyCredential } from '#learn/certificates/credentials/verify-credential.ts'
import { BADGE_KEYWORD } from '#learn/certificates/documents/badge-keyword.ts'
import { getPngText } from '#platform/pictures/png-text.ts'

export async function runVerifyCredential(file: string, options: { keys: string; email?: string }): Promise<void> {
  const [content, keys] = await Promise.all([read(file), read(options.keys)])
  const jws = getPngText(content, BADGE_KEYWORD) ?? content.toString()
  const { faults, facts } = await verifyCredential(jws, parseKeys(keys.toString()), {
    now: new Date(),
    email: options.email,
  })
  if (facts)
    console.log(
      `${facts.holder ?? 'The holder, whose name is hidden,'} completed ${facts.course}. Issued by ${facts.issuer}, valid from ${facts.validFrom.toISOString().slice(0, 10)}.`,
    )
  for (const fault of faults) console.log(fault)
  if (faults.length === 0)
    console.log(`The credential is genuine. It may have been revoked since: ${facts?.revocationList}`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

async function read(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch {
    throw new StartupError(`${file} could not be read.`)
  }
}

function parseKeys(text: string): JSONWebKeySet {
  try {
    const keys = JSON.parse(text) as JSONWebKeySet
    if (Array.isArray(keys.keys)) return keys
  } catch {}
  throw new StartupError('The file of keys is not a saved answer of /credentials/keys.')
}
