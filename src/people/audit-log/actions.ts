/** The actions in the audit log. Their labels are in the admin page. */
export const AUDIT_ACTIONS = [
  'admin-logged-in',
  'admin-log-in-failed',
  'role-given',
  'second-factor-removed',
  'account-exported',
  'account-deleted',
  'orders-listed',
  'orders-exported',
  'order-viewed',
  'attribution-viewed',
  'attribution-exported',
  'invoice-downloaded',
  'refund-made',
  'refund-allocated',
  'refund-retried',
  'seat-ended',
  'cohort-cancelled',
  'course-created',
  'course-published',
  'cohort-changed',
  'quota-changed',
  'receipt-sent-again',
  'session-changed',
  'attendance-marked',
  'access-extended',
  'waiting-listed',
  'waiting-exported',
  'waitlist-invited',
  'news-sent',
  'mails-listed',
  'mail-viewed',
  'mail-sent-again',
  'mail-suppressed',
  'mail-suppression-lifted',
  'inbox-listed',
  'conversation-viewed',
  'conversation-answered',
  'answer-taken-back',
  'conversation-closed',
  'conversation-reopened',
  'certificate-renamed',
  'certificate-revoked',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Actions that only read other people's data and take nothing out of the program. */
export const AUDIT_VIEWS = [
  'orders-listed',
  'order-viewed',
  'attribution-viewed',
  'waiting-listed',
  'mails-listed',
  'mail-viewed',
  'inbox-listed',
  'conversation-viewed',
] as const satisfies readonly AuditAction[]

export const AUDIT_OBJECT_KINDS = [
  'account',
  'order',
  'orders',
  'attribution',
  'cohort',
  'course',
  'conversation',
  'inbox',
  'certificate',
  'session',
  'enrolment',
  'mail',
] as const
export type AuditObjectKind = (typeof AUDIT_OBJECT_KINDS)[number]

export const AUDIT_ACTOR_KINDS = ['admin', 'learner', 'operator', 'unknown'] as const
export type AuditActorKind = (typeof AUDIT_ACTOR_KINDS)[number]
