/** Checks a credential in the visitor's browser, with the published keys and nothing else. */
import type { JSONWebKeySet } from 'jose'
import { config } from 'zod'

type Result = { is: 'genuine' | 'fault' | 'unknown'; sentence: string }

export async function checkSignature(button: HTMLElement): Promise<void> {
  const status = button.parentElement?.querySelector<HTMLElement>('[role="status"]')
  if (!status) return
  button.setAttribute('aria-busy', 'true')
  const { is, sentence } = await check(button.dataset.checkSignature ?? '')
  button.removeAttribute('aria-busy')
  status.dataset.result = is
  status.textContent = sentence
}

async function check(credentialUrl: string): Promise<Result> {
  if (!globalThis.crypto?.subtle)
    return { is: 'unknown', sentence: 'Your browser checks signatures only over a secure connection.' }
  const loaded = await load(credentialUrl)
  if (!loaded) return { is: 'unknown', sentence: 'The file couldn’t be loaded. Please try again in a minute.' }
  // Else the library would compile its schemas, which the page's policy refuses. It decides when a schema is created.
  config({ jitless: true })
  const { verifyCredential } = await import('../credentials/verify-credential.ts')
  const { faults, facts } = await verifyCredential(loaded.jws, loaded.keys, { now: new Date() })
  if (!facts || faults.length > 0) return { is: 'fault', sentence: faults.join(' ') }
  const holder = facts.holder ?? 'The holder, whose name is hidden,'
  return {
    is: 'genuine',
    sentence: `The signature is genuine: ${holder} completed ${facts.course}. ${facts.issuer} signed this, and nobody has changed it since.`,
  }
}

async function load(credentialUrl: string): Promise<{ jws: string; keys: JSONWebKeySet } | null> {
  try {
    const [credential, keys] = await Promise.all([fetch(credentialUrl), fetch('/credentials/keys')])
    if (!credential.ok || !keys.ok) return null
    return { jws: await credential.text(), keys: (await keys.json()) as JSONWebKeySet }
  } catch {
    return null
  }
}
