/** A learner's orders, in each state that an order can be in. */
import type { Purchase } from '#screens/portal/wire/purchases.ts'
import { hears, press, type State, sees } from './state.ts'

const PATH = '/portal/purchases'
const AT = '2026-03-01T00:00:00.000Z'
const LATER = '2037-01-19T00:00:00.000Z'
const VISA = { brand: 'Visa', last4: '4242' }

const usd = (amount: string) => ({ amount, currency: 'USD' })
type Order = Purchase['order']

const line = (seat: number, seatStatus: Order['lines'][number]['seatStatus'] = 'active'): Order['lines'][number] => ({
  lineId: `line-${seat}`,
  kind: 'seats',
  label: '1 seat',
  seat,
  amount: usd('99.00'),
  refunded: usd('0.00'),
  seatStatus,
})
const ORDER: Order = {
  orderId: '00000000-0000-4000-8000-000000000001',
  orderNumber: 'U-20377',
  status: 'complete',
  placedAt: AT,
  paymentType: 'full',
  promoCode: null,
  discountKind: null,
  refundFigures: { daysBefore: 7, latePercent: 50, daysAfter: 14 },
  refundRule: { steps: [{ percent: 100, until: AT }] },
  courseCode: 'NG-1',
  coursePrefixCode: 'NG',
  offerCode: 'NG-1',
  lines: [line(1)],
  totals: {
    subtotal: usd('99.00'),
    discount: usd('0.00'),
    total: usd('99.00'),
    paid: usd('99.00'),
    held: usd('0.00'),
    dueNow: usd('0.00'),
    due: usd('0.00'),
    refunded: usd('0.00'),
    refunding: usd('0.00'),
    afterRefunds: usd('99.00'),
  },
  tax: null,
  bill: [],
  payments: [],
  refunds: [],
  cancellation: null,
  schedule: [],
  savedCard: null,
  friends: [],
  cancelledSessions: [],
  holdExpiresAt: null,
  receiptUrl: '/order/00000000-0000-4000-8000-000000000001',
  invoiceUrl: '/invoice',
  invoiceNumber: 'INV-00042',
  creditNotes: [],
  calendarUrl: null,
  access: { until: LATER },
  confirmBy: null,
  gift: null,
  disputed: null,
  buyer: { name: 'Demo Learner', email: 'learner@understudy.test', phoneNumber: null },
}
const REFUND: NonNullable<Purchase['refund']> = {
  amount: usd('99.00'),
  percent: 100,
  until: LATER,
  isMoved: false,
  waived: usd('0.00'),
  parts: [{ method: 'card', amount: usd('99.00'), card: VISA }],
}
const PURCHASE: Purchase = {
  order: ORDER,
  title: 'Mobile filmmaking, shot on the phone you own',
  course: {
    deliveryType: 'live',
    poster: '/art/NG.svg',
    hue: 'vermilion',
    startsAt: LATER,
    endsAt: LATER,
    timezoneId: 'Europe/London',
  },
  outcome: 'complete',
  refund: REFUND,
}
let count = 1
const purchase = (order: Partial<Order>, more: Partial<Purchase> = {}): Purchase => {
  count += 1
  const orderId = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
  return { ...PURCHASE, ...more, order: { ...ORDER, ...order, orderId, orderNumber: `U-${20_377 + count}` } }
}

const DEPOSIT = purchase(
  {
    paymentType: 'deposit',
    totals: { ...ORDER.totals, total: usd('399.00'), due: usd('300.00') },
    schedule: [{ dueAt: LATER, amount: usd('300.00') }],
    savedCard: { ...VISA, chargeAt: LATER, isDeclined: false },
  },
  { refund: { ...REFUND, waived: usd('300.00') } },
)
const refund = { refundId: 'a', paymentId: 'p', method: 'card' as const, card: VISA, amount: usd('99.00'), at: AT }
const ENDED = { ...REFUND, amount: usd('0.00'), percent: 0, until: AT, parts: [] }
const GIFT: NonNullable<Order['gift']> = {
  recipient: { name: 'Rui', email: 'rui@understudy.test' },
  message: 'Happy birthday!',
  amount: usd('99.00'),
  sendAt: LATER,
  status: 'scheduled',
}
const noCourse = { courseCode: null, coursePrefixCode: null, offerCode: null, access: null }
const gift = { ...noCourse, lines: [{ ...line(1, null), kind: 'gift-card' as const }], gift: GIFT }
const balance = { paymentId: 'p', purpose: 'balance' as const, method: 'card' as const, status: 'pending' as const }
const SOLD_OUT = { ...balance, purpose: 'purchase' as const, failureCode: 'SOLD_OUT_REFUNDED' as const }
const part = { amount: usd('99.00'), refunded: usd('0.00'), card: VISA, at: AT }
const noInvoice = { invoiceUrl: null, invoiceNumber: null }

const EVERY_STATE: Purchase[] = [
  DEPOSIT,
  purchase(
    { totals: DEPOSIT.order.totals, payments: [{ ...part, ...balance, failureCode: null }] },
    { refund: { ...REFUND, percent: 50, amount: usd('49.50') } },
  ),
  purchase({ status: 'pending', holdExpiresAt: LATER, ...noInvoice }, { refund: null, outcome: null }),
  purchase({
    lines: [line(1), line(2), line(3)],
    friends: [
      { seat: 2, status: 'unnamed' },
      { seat: 3, status: 'accepted', name: 'Jonah Whitlock', email: 'jonah@understudy.test' },
    ],
  }),
  purchase(
    {
      lines: [line(1), line(2, 'ended')],
      friends: [{ seat: 2, status: 'ended', name: 'Mei Tanaka', email: 'mei@understudy.test' }],
      refunds: [{ ...refund, status: 'sent' }],
      creditNotes: [{ number: 7, name: 'CN-00007', amount: usd('99.00'), issuedAt: AT, url: '/note' }],
    },
    { outcome: 'part-refunded', refund: ENDED },
  ),
  purchase(
    { lines: [line(1, 'ended')], refunds: [{ ...refund, status: 'on-its-way' }] },
    { outcome: 'refunded', refund: null },
  ),
  purchase({ lines: [line(1, 'ended')], cancellation: { at: AT, reason: 'The teacher is ill' } }, { refund: null }),
  purchase({ disputed: { status: 'open', amount: usd('99.00') } }, { outcome: 'disputed', refund: null }),
  purchase(
    { lines: [line(1, 'ended')], disputed: { status: 'lost', amount: usd('99.00') } },
    { outcome: 'lost', refund: null },
  ),
  purchase(gift, { title: 'Gift card', course: null }),
  purchase({ ...gift, gift: { ...GIFT, status: 'sent' } }, { title: 'Gift card', course: null, refund: null }),
  purchase(
    {
      totals: { ...ORDER.totals, total: usd('0.00') },
      lines: [line(1, 'unconfirmed')],
      confirmBy: LATER,
      ...noInvoice,
    },
    { refund: null, course: { ...PURCHASE.course!, deliveryType: 'on-demand', startsAt: null, endsAt: null } },
  ),
  purchase(
    { status: 'failed', payments: [{ ...part, ...SOLD_OUT, status: 'failed' }], ...noInvoice },
    { refund: null, outcome: null, course: null, title: 'NG-1' },
  ),
]

const shows =
  (purchases: Purchase[], next: string | null = null): NonNullable<State['before']> =>
  (page) =>
    hears(page, '**/api/v1/purchases*', (data) => Object.assign(data, { purchases, next }))
const asLearner = (name: string, before: NonNullable<State['before']>, after: NonNullable<State['after']>): State => ({
  name: `purchases, ${name}`,
  path: PATH,
  as: 'learner',
  before,
  after,
})

export const PURCHASES: State[] = [
  { name: 'purchases, stranger', path: PATH },
  asLearner('in every state', shows(EVERY_STATE, EVERY_STATE[0]!.order.orderId), (page) =>
    sees(page, 'A bank is checking'),
  ),
  asLearner('none', shows([]), (page) => sees(page, 'No purchases yet')),
  asLearner('a friend to name', shows(EVERY_STATE), async (page) => {
    await press(page, /^Invite for seat/)
    await press(page, 'Send the invitation')
    await page.locator('[id^="friend-"][aria-invalid="true"]').waitFor()
  }),
  asLearner('asking for a refund', shows([DEPOSIT]), async (page) => {
    await press(page, 'Ask for a refund')
    await sees(page, 'You can get back')
  }),
  asLearner('asking for a refund without words', shows([DEPOSIT]), async (page) => {
    await press(page, 'Ask for a refund')
    await page.getByLabel('Your message').fill('')
    await press(page, /^Ask for .* back$/)
    await sees(page, 'A message is required')
  }),
  {
    ...asLearner(
      'loading',
      (page) => page.route('**/api/v1/purchases*', () => undefined),
      (page) => sees(page, 'Loading your orders'),
    ),
    isLoading: true,
  },
  asLearner(
    'not reached',
    (page) => page.route('**/api/v1/purchases*', (route) => route.abort()),
    (page) => sees(page, 'Try again'),
  ),
]
