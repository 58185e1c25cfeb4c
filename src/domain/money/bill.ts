/**
 * The lines of an order's bill. Quote, order page, receipt and invoice show these lines in this order, so that they
 * cannot disagree. docs/contract §5.
 */
import { type Discount, describeDiscount } from './discount.ts'
import { add, type Money, subtract, zero } from './money.ts'

/** The amount of a discount line is positive. */
export type PriceLine<Product = 'seats' | 'gift-card'> = {
  kind: Product | Discount['kind']
  label: string
  amount: Money
}
type Price<Product> = {
  kind: Product
  /** The thing bought: `2 seats`, or the name of a gift card. */
  label: string
  seats: number
  subtotal: Money
  total: Money
  discountKind: Discount['kind'] | null
  promoCode: string | null
}

type BillCard = { brand: string; last4: string }
/** Behind a refund's method. `waiting`: a bank disputes the payment. */
export const REFUND_PROGRESS = {
  'on-its-way': ', on its way',
  waiting: ', if the bank agrees',
  sent: '',
  delayed: ', delayed',
}
export type RefundStatus = keyof typeof REFUND_PROGRESS
type Moved = { method: string; card: BillCard | null; amount: Money; at: Date }
type BillInput = {
  price: readonly PriceLine[]
  total: Money
  /** The tax in the total. */
  tax: { label: string; amount: Money } | null
  /** The payments that arrived, also those that went back. */
  payments: readonly Moved[]
  refunds: readonly (Moved & { status: RefundStatus })[]
  /** Taken back by banks for good, and held by banks that have not decided. No part of it is also refunded. */
  lost: Money
  disputed: Money
  /** The part of the total that no longer has to be paid. */
  waived: Money
  due: { amount: Money; at: Date | null } | null
}
/**
 * `label` of a payment or refund: its method. `at`: when a payment or refund was made, or when the rest is due. The
 * amounts of discounts, refunds, disputes and waived parts are positive, and are taken off.
 */
export type BillLine = {
  kind:
    | PriceLine['kind']
    | 'total'
    | 'tax'
    | 'payment'
    | 'paid'
    | 'refund'
    | 'lost'
    | 'disputed'
    | 'kept'
    | 'waived'
    | 'due'
  label: string
  amount: Money
  at: Date | null
  card: BillCard | null
  status: RefundStatus | null
}

/** The thing bought before its discount, then the discount. They add up to the total. */
export function createPriceLines<Product extends 'seats' | 'gift-card'>(price: Price<Product>): PriceLine<Product>[] {
  const { kind, label, subtotal, total, discountKind } = price
  const bought: PriceLine<Product> = { kind, label, amount: subtotal }
  const amount = subtract(subtotal, total)
  if (discountKind === null || amount.minor === 0) return [bought]
  return [bought, { kind: discountKind, label: describeDiscount(discountKind, { ...price, amount }), amount }]
}

/**
 * The total and its tax, each payment and their sum, each refund, the money of disputes and the rest after both, the waived
 * part, and the amount left to pay. An order that costs nothing has only its price and total.
 */
export function createBill(bill: BillInput): BillLine[] {
  const { price, total, tax, payments, refunds, lost, disputed, waived, due } = bill
  const sum = (moved: readonly Moved[]) => moved.map(({ amount }) => amount).reduce(add, zero(total.currency))
  const paid = sum(payments)
  return [
    ...price.map((line) => createLine(line.kind, line.label, line.amount)),
    createLine('total', 'Total', total),
    ...(tax ? [createLine('tax', tax.label, tax.amount)] : []),
    ...payments.map((payment) => ({
      ...createLine('payment', describeMethod(payment), payment.amount),
      ...pick(payment),
    })),
    ...(payments.length > 0 ? [createLine('paid', 'Paid', paid)] : []),
    ...refunds.map((refund) => ({
      ...createLine('refund', describeMethod(refund), refund.amount),
      ...pick(refund),
      status: refund.status,
    })),
    ...(lost.minor > 0 ? [createLine('lost', 'Taken back by the bank', lost)] : []),
    ...(disputed.minor > 0 ? [createLine('disputed', 'Disputed, the bank decides', disputed)] : []),
    ...createKeptLine(bill, subtract(paid, add(sum(refunds), add(lost, disputed)))),
    ...(waived.minor > 0 ? [createLine('waived', 'No longer due', waived)] : []),
    ...(due ? [{ ...createLine('due', 'To pay', due.amount), at: due.at }] : []),
  ]
}

/** The rest of the payments, where something went back or is disputed. */
function createKeptLine({ refunds, lost, disputed }: BillInput, kept: Money): BillLine[] {
  const isDisputed = lost.minor > 0 || disputed.minor > 0
  if (refunds.length === 0) return isDisputed ? [createLine('kept', 'After disputes', kept)] : []
  return [createLine('kept', isDisputed ? 'After refunds and disputes' : 'After refunds', kept)]
}

const TAKEN_OFF: ReadonlySet<BillLine['kind']> = new Set([
  'group',
  'promo',
  'referral',
  'refund',
  'lost',
  'disputed',
  'waived',
])

/** Whether the amount of a line is taken off. */
export const isTakenOff = (kind: BillLine['kind']): boolean => TAKEN_OFF.has(kind)

/** `Visa ending 4242`, `PayPal`, `Gift card`; `Card` for a card without a number. */
function describeMethod({ method, card }: Pick<Moved, 'method' | 'card'>): string {
  if (card) return `${card.brand} ending ${card.last4}`
  return { paypal: 'PayPal', 'gift-card': 'Gift card', credit: 'Credit' }[method] ?? 'Card'
}

function createLine(kind: BillLine['kind'], label: string, amount: Money): BillLine {
  return { kind, label, amount, at: null, card: null, status: null }
}

const pick = ({ at, card }: Moved) => ({ at, card })
