/** The typed texts of invoices and credit notes, as the fonts of PDFs can draw them. docs/contract §32. */
import type { Seller } from '#domain/site/site.ts'
import { toPrintable } from '#platform/pictures/glyphs.ts'

/** Lines in a script that our fonts do not draw are left out. */
export function listSellerLines({ lines, address }: Seller): string[] {
  return [...lines, address].map((line) => toPrintable(line, '')).filter(Boolean)
}

export function listBuyerLines(buyer: { name: string; email: string }, orderNumber: string): string[] {
  return [toPrintable(buyer.name, `The person named in order ${orderNumber}`), toPrintable(buyer.email, '')].filter(
    Boolean,
  )
}

/** `cohortCode`: null for a gift card, whose label may name its receiver. */
export function describeItem(courseTitle: string, cohortCode: string | null, label: string): string {
  const title = toPrintable(courseTitle, 'Course')
  return `${title}\n${cohortCode ? `${cohortCode}, ` : ''}${toPrintable(label, cohortCode ? 'Seat' : 'Gift card')}`
}
