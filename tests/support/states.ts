/** Every page and every state of one that there is. A new one is a line in `listed-pages.ts`, or a few in `states/`. */

import { ORDERS_PAGE } from '../states/admin.ts'
import { CERTIFICATES } from '../states/certificates.ts'
import { CHECKOUT } from '../states/checkout.ts'
import { GIFT_CARDS } from '../states/gift-cards.ts'
import { LEARNING } from '../states/learning.ts'
import { LIVE } from '../states/live.ts'
import { MEDIA } from '../states/media.ts'
import { MESSAGES } from '../states/messages.ts'
import { HELD_ORDERS, ORDERS } from '../states/orders.ts'
import { PAYPAL } from '../states/paypal.ts'
import { PEOPLE } from '../states/people.ts'
import { PUBLIC } from '../states/public.ts'
import { PURCHASES } from '../states/purchases.ts'
import { SAVED_CARDS } from '../states/saved-cards.ts'
import type { State } from '../states/state.ts'
import { LISTED_PAGES } from './listed-pages.ts'

export const STATES: readonly State[] = [
  ...HELD_ORDERS,
  ...LISTED_PAGES,
  ...PUBLIC,
  ...CHECKOUT,
  ...GIFT_CARDS,
  ...PAYPAL,
  ...ORDERS,
  ...PURCHASES,
  ...SAVED_CARDS,
  ...PEOPLE,
  ...LEARNING,
  ...LIVE,
  ...MEDIA,
  ...MESSAGES,
  ...CERTIFICATES,
  ...ORDERS_PAGE,
]
