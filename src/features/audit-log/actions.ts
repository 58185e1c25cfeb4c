/** What is recorded. The words for people stand with the page. */
export const ACTIONS = [
  'admin-logged-in',
  'admin-log-in-failed',
  'role-given',
  'second-factor-removed',
  'account-exported',
  'account-deleted',
  'orders-listed',
  'orders-exported',
  'order-viewed',
  'invoice-downloaded',
  'refund-made',
  'refund-decided',
  'refund-sent-again',
  'seat-ended',
  'cohort-cancelled',
  'receipt-sent-again',
  'inbox-listed',
  'conversation-viewed',
  'conversation-answered',
  'answer-taken-back',
  'conversation-closed',
  'conversation-reopened',
] as const
export type Action = (typeof ACTIONS)[number]

export const OBJECT_KINDS = ['account', 'order', 'orders', 'cohort', 'conversation', 'inbox'] as const
export type ObjectKind = (typeof OBJECT_KINDS)[number]

export const ACTOR_KINDS = ['admin', 'learner', 'operator', 'unknown'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]
