/** The sandbox's side of the browser, where a real provider's own script would stand. It alone sees the card. */
import type { Card } from './card.ts'

export type Confirmed =
  | { is: 'succeeded' | 'processing' | 'asks' }
  | { is: 'declined'; failure: string }
  /** No answer: nobody here knows whether the card was charged. */
  | { is: 'unknown' }

type Post = (body: object) => Promise<Response>
type Reply = { status?: string; failureCode?: string }

const TRIES = 3
const PAUSE_MS = 1500

export function confirmCard(clientSecret: string, card: Card, post?: Post): Promise<Confirmed> {
  return confirm({ clientSecret, ...card }, post)
}

/** Answers what the bank asked in return. */
export function answerChallenge(clientSecret: string, challenge: 'accept' | 'refuse', post?: Post): Promise<Confirmed> {
  return confirm({ clientSecret, challenge }, post)
}

/** Asking again is safe: one secret is one payment, and the sandbox answers with how that one stands. */
async function confirm(body: object, post: Post = postToSandbox): Promise<Confirmed> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const reply = await post(body)
      .then(async (response) => (response.status < 500 ? ((await response.json()) as Reply) : null))
      .catch(() => null)
    if (reply) return meaning(reply)
    if (attempt < TRIES) await new Promise((go) => setTimeout(go, PAUSE_MS))
  }
  return { is: 'unknown' }
}

function meaning(reply: Reply): Confirmed {
  if (reply.status === 'succeeded' || reply.status === 'processing') return { is: reply.status }
  if (reply.status === 'requires_action') return { is: 'asks' }
  return { is: 'declined', failure: reply.failureCode ?? 'card_declined' }
}

function postToSandbox(body: object): Promise<Response> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const base = document.querySelector<HTMLMetaElement>('meta[name="api-payment"]')?.content ?? ''
  return fetch(`${base}/sandbox/v1/confirm`, { ...init, signal: AbortSignal.timeout(20_000) })
}
