/** Browser client of the sandbox provider, in place of a provider's script. No other code receives the card. */
import type { Card } from './card.ts'

export type CardConfirmation =
  | { is: 'succeeded' | 'processing' | 'asks' }
  | { is: 'declined'; failure: string }
  /** No response: it is unknown whether the card was charged. */
  | { is: 'unknown' }

type PostRequest = (body: object) => Promise<Response>
type SandboxResponse = { status?: string; failureCode?: string }

const MAX_ATTEMPTS = 3
const PAUSE_MS = 1500

export function confirmCard(clientSecret: string, card: Card, post?: PostRequest): Promise<CardConfirmation> {
  return postConfirmation({ clientSecret, ...card }, post)
}

/** Answers the bank challenge. */
export function answerChallenge(
  clientSecret: string,
  challenge: 'accept' | 'refuse',
  post?: PostRequest,
): Promise<CardConfirmation> {
  return postConfirmation({ clientSecret, challenge }, post)
}

/** A repeat is safe: one client secret is one payment, and the sandbox returns its status. */
async function postConfirmation(body: object, post: PostRequest = postToSandbox): Promise<CardConfirmation> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const result = await post(body)
      .then(async (response) => (response.status < 500 ? ((await response.json()) as SandboxResponse) : null))
      .catch(() => null)
    if (result) return toConfirmation(result)
    if (attempt < MAX_ATTEMPTS) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return { is: 'unknown' }
}

function toConfirmation(result: SandboxResponse): CardConfirmation {
  if (result.status === 'succeeded' || result.status === 'processing') return { is: result.status }
  if (result.status === 'requires_action') return { is: 'asks' }
  return { is: 'declined', failure: result.failureCode ?? 'card_declined' }
}

function postToSandbox(body: object): Promise<Response> {
  const baseUrl = document.querySelector<HTMLMetaElement>('meta[name="api-payment"]')?.content ?? ''
  return fetch(`${baseUrl}/sandbox/v1/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  })
}
