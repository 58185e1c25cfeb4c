/** The words by which orders are chosen. Apart from the schemas, so that the page brings none of those along. */
export const STATUSES = ['pending', 'complete', 'failed'] as const
export const ONLY = ['attention', 'balance-due', 'refunded'] as const
export type Only = (typeof ONLY)[number]
