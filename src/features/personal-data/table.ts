/** The form in which a table's columns are declared: which ones are about a person, why, and for how long. */

/** Deletes or empties rows by their age. */
export type AgeRule = {
  /** Column of the instant from which `days` count. A row without a value never expires. */
  after: string
  /** The column counts milliseconds since 1970. */
  isMilliseconds?: true
  days: number
  /** Columns that are emptied, with the SQL literal that replaces them. Absent: the row is deleted. */
  clear?: Readonly<Record<string, '' | '{}' | null>>
  /** Only rows in which this column has no value. */
  whileNull?: string
}
/** A rule that needs more than one table: a statement of that name in queries/expired.ts. */
export type NamedRule = { rule: ExpiryName; says: string }
export type Rule = AgeRule | NamedRule

export type ExpiryName =
  | 'invitations'
  | 'waitlist entries'
  | 'gift card recipients'
  | 'people without anything'
  | 'enrolment links'
  | 'orders of long ago'
  | 'mail attachments'

/** How long the rows stay where no rule deletes them. */
export type Keeper = keyof typeof KEEPERS
export const KEEPERS = {
  rule: 'see the rule',
  account: 'until the account is deleted',
  order: 'as long as its order: invoices are kept for ten years, as tax law requires',
  books: 'ten years, as tax law requires',
  catalogue: 'until the course or its teacher is removed from the catalogue',
  parent: 'as long as the row that it belongs to',
  demo: 'demo and development only: no real person',
} as const

/** What the deletion of an account does with the rows. */
export type Erasure = 'deleted' | 'anonymised' | { kept: string }

export type PersonalTable = {
  purpose: string
  /** Each column about a person, and what it is needed for. */
  personal: Readonly<Record<string, string>>
  /** The other columns, separated by spaces. */
  free: string
  keeper: Keeper
  rules?: readonly Rule[]
  erasure: Erasure
  /** The section of the self-service export, or why there is none. */
  export: string | { none: string }
}

export type PersonalTables = Readonly<Record<string, PersonalTable>>
