/** The numbers of invoices and credit notes as people read them. Each series has no gaps. docs/contract.md §32. */

/** `INV-00042`, with at least five digits. */
export const formatInvoiceNumber = (number: number): string => `INV-${pad(number)}`

/** `CN-00042`, with at least five digits. */
export const formatCreditNoteNumber = (number: number): string => `CN-${pad(number)}`

const pad = (number: number): string => String(number).padStart(5, '0')
