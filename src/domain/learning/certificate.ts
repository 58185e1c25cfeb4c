/** The state machine of a certificate. docs/contract §9. A corrected name is a new revision, not a new state. */
export type CertificateState = 'issued' | 'revoked'
export type CertificateEvent = 'revoked'

export const CERTIFICATE_TRANSITIONS: {
  readonly [S in CertificateState]: { readonly [E in CertificateEvent]?: CertificateState }
} = {
  issued: { revoked: 'revoked' },
  revoked: {},
}

/** The next state, or null when the event does not apply to this state. */
export function nextCertificateState(state: CertificateState, event: CertificateEvent): CertificateState | null {
  return CERTIFICATE_TRANSITIONS[state][event] ?? null
}
