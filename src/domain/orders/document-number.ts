/** The numbers of orders, invoices and credit notes as people read and type them. docs/contract §32. */
import { plainCode } from '../typed-text.ts'

export type DocumentNumber = { kind: 'order' | 'invoice' | 'credit-note'; number: number }

/** `INV-00042`, with at least five digits. */
export const formatInvoiceNumber = (number: number): string => `INV-${pad(number)}`

/** `CN-00042`, with at least five digits. */
export const formatCreditNoteNumber = (number: number): string => `CN-${pad(number)}`

const PREFIXES = { '': 'order', '#': 'order', u: 'order', inv: 'invoice', cn: 'credit-note' } as const

/** Reads `U-20418`, `#20418`, `20418`, `INV-00042`, `cn 42`, also as an e-mail's copy. Null for any other text. */
export function parseDocumentNumber(text: string): DocumentNumber | null {
  const [, prefix, digits] = /^(#|u|inv|cn|)[-\s#]*(\d{1,15})$/i.exec(plainCode(text)) ?? []
  const kind = PREFIXES[prefix?.toLowerCase() as keyof typeof PREFIXES]
  return kind ? { kind, number: Number(digits) } : null
}

const pad = (number: number): string => String(number).padStart(5, '0')
