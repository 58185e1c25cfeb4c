/** Types that declare the columns of a table: which are personal data, their purpose and their retention. */

/** Deletes or empties rows by age. */
export type AgeRule = {
  /** The column with the instant from which `days` count. A row without a value never expires. */
  after: string
  /** The column counts milliseconds since 1970. */
  isMilliseconds?: true
  days: number
  /** Columns that are emptied, with the SQL literal that replaces them. Absent: the row is deleted. */
  clear?: Readonly<Record<string, '' | '{}' | null>>
  /** Only rows in which this column has no value. */
  whileNull?: string
}
/** A rule that needs more than one table: the statement with this name in queries/expired.ts. */
export type NamedRule = { rule: ExpiryName; description: string }
export type Rule = AgeRule | NamedRule

export type ExpiryName =
  | 'invitations'
  | 'waitlist entries'
  | 'gift card recipients'
  | 'people without anything'
  | 'enrolment links'
  | 'orders of long ago'
  | 'mail attachments'
  | 'audit events'

/** How long rows are kept when no rule deletes them. */
export type RetentionBasis = keyof typeof RETENTION_TEXTS
export const RETENTION_TEXTS = {
  rule: 'see the rule',
  account: 'until the account is deleted',
  order: 'as long as its order: invoices are kept for ten years, as tax law requires',
  books: 'ten years, as tax law requires',
  catalogue: 'until the course or its teacher is removed from the catalogue',
  versions: 'as long as the database: a published version is never changed or deleted',
  parent: 'as long as its parent row',
  choice: 'until the choice is taken back or the account is deleted',
  demo: 'demo and development only: no real person',
} as const

/** The effect of an account deletion on the rows. */
export type Erasure = 'deleted' | 'anonymised' | { retentionReason: string }

export type PersonalTable = {
  purpose: string
  /** Each column with personal data, and its purpose. */
  personal: Readonly<Record<string, string>>
  /**
   * Other columns that could hold personal data by their type, separated by spaces. A column is not listed if the
   * schema shows that it holds none (`declaration.test.ts`).
   */
  nonPersonal?: string
  retainedBy: RetentionBasis
  rules?: readonly Rule[]
  erasure: Erasure
  /** The section of the self-service export, or the reason for having none. */
  export: string | { reasonOmitted: string }
}

export type PersonalTables = Readonly<Record<string, PersonalTable>>
