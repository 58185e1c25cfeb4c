/** The actions and objects of the audit log, with their labels. */
export const ACTION_LABELS = {
  'admin-logged-in': 'Logged in as admin',
  'admin-log-in-failed': 'Admin log-in failed',
  'role-given': 'Gave a role',
  'second-factor-removed': 'Removed a second factor',
  'account-exported': 'Downloaded their own data',
  'account-deleted': 'Deleted their account',
  'orders-listed': 'Viewed the order list',
  'orders-exported': 'Exported orders',
  'order-viewed': 'Viewed an order',
  'attribution-viewed': 'Viewed the attribution report',
  'attribution-exported': 'Exported the attribution report',
  'money-exported': 'Exported the movements of money',
  'invoice-downloaded': 'Downloaded an invoice',
  'refund-made': 'Refunded an order',
  'refund-allocated': 'Assigned a refund to seats',
  'refund-retried': 'Retried a refund',
  'seat-ended': 'Ended a seat',
  'seat-moved': 'Moved a seat to other dates',
  'seats-given': 'Gave free seats',
  'cohort-cancelled': 'Cancelled a cohort',
  'course-created': 'Made a course',
  'course-published': 'Published a course',
  'profile-changed': 'Changed a teacher’s profile',
  'cohort-changed': 'Changed the dates, seats or price of a course',
  'offer-added': 'Added a price to a course',
  'offer-changed': 'Changed a price of a course',
  'offer-ended': 'Ended a price of a course',
  'refund-policy-changed': 'Chose the refund rule of a course',
  'code-made': 'Made a promo code',
  'code-ended': 'Ended a promo code',
  'previews-ended': 'Ended the preview links of a course',
  'course-withdrawn': 'Withdrew a course',
  'course-reopened': 'Reopened a course',
  'draft-deleted': 'Deleted the draft of a course',
  'quota-changed': 'Changed the storage of a course',
  'receipt-sent-again': 'Sent a receipt again',
  'session-changed': 'Changed a session',
  'attendance-marked': 'Marked attendance',
  'access-extended': 'Extended access to a course',
  'learners-listed': 'Viewed the learners',
  'learners-exported': 'Exported learners',
  'learner-viewed': 'Viewed a learner',
  'learner-noted': 'Changed the note about a learner',
  'waiting-listed': 'Listed the people who wait',
  'waiting-exported': 'Exported the people who wait',
  'waitlist-invited': 'Offered seats out of turn',
  'message-scheduled': 'Had a message to learners sent',
  'message-undone': 'Took a message to learners back',
  'news-sent': 'Sent news about dates',
  'mails-listed': 'Viewed the list of e-mails',
  'mail-viewed': 'Viewed the delivery of an e-mail',
  'mail-sent-again': 'Sent an e-mail again',
  'mail-suppressed': 'Stopped optional e-mails to an address',
  'mail-suppression-lifted': 'Allowed all e-mails to an address again',
  'inbox-listed': 'Viewed the inbox',
  'conversation-viewed': 'Read a conversation',
  'conversation-answered': 'Answered a conversation',
  'answer-taken-back': 'Undid an answer',
  'conversation-closed': 'Closed a conversation',
  'conversation-reopened': 'Reopened a conversation',
  'certificate-renamed': 'Corrected the name on a certificate',
  'certificate-revoked': 'Revoked a certificate',
  'site-changed': 'Changed the settings of the site',
} as const
export type AuditAction = keyof typeof ACTION_LABELS
export const AUDIT_ACTIONS = listKeys(ACTION_LABELS)

/** Actions that only read other people's data and take nothing out of the program. */
export const AUDIT_VIEWS = [
  'orders-listed',
  'order-viewed',
  'attribution-viewed',
  'waiting-listed',
  'learners-listed',
  'learner-viewed',
  'mails-listed',
  'mail-viewed',
  'inbox-listed',
  'conversation-viewed',
] as const satisfies readonly AuditAction[]

export const OBJECT_LABELS = {
  account: 'Account',
  order: 'Order',
  orders: 'Orders',
  attribution: 'Attribution',
  cohort: 'Cohort',
  course: 'Course',
  conversation: 'Conversation',
  inbox: 'Inbox',
  certificate: 'Certificate',
  session: 'Session',
  enrolment: 'Enrolment',
  mail: 'E-mail',
  profile: 'Teacher',
  site: 'Site',
} as const
export type AuditObjectKind = keyof typeof OBJECT_LABELS
export const AUDIT_OBJECT_KINDS = listKeys(OBJECT_LABELS)

export const AUDIT_ACTOR_KINDS = ['admin', 'learner', 'operator', 'unknown'] as const
export type AuditActorKind = (typeof AUDIT_ACTOR_KINDS)[number]

function listKeys<Labels extends object>(labels: Labels): (keyof Labels & string)[] {
  return Object.keys(labels) as (keyof Labels & string)[]
}
