/** Lazily loaded components that few buyers see. The first checkout script holds only the form. */
import type { ComponentProps } from 'react'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { BareNotice } from '../frame/bare-notice.tsx'
import type { NoticeBox as Box } from '../frame/notice-box.tsx'

const loadClosedCards = () => import('../frame/closed-cards.tsx')
export const GoneCard = lazyComponent(async () => (await loadClosedCards()).GoneCard)
export const EnrolledCard = lazyComponent(async () => (await loadClosedCards()).EnrolledCard)
export const DoneCard = lazyComponent(async () => (await loadClosedCards()).DoneCard)
export const NoCardCard = lazyComponent(async () => (await loadClosedCards()).NoCardCard)

const loadPaymentCards = () => import('../frame/payment-cards.tsx')
export const WaitingCard = lazyComponent(async () => (await loadPaymentCards()).WaitingCard)
export const ChallengeCard = lazyComponent(async () => (await loadPaymentCards()).ChallengeCard)
export const BankChallengeCard = lazyComponent(async () => (await loadPaymentCards()).BankChallengeCard)
export const RefundedCard = lazyComponent(async () => (await loadPaymentCards()).RefundedCard)
export const RefundedGiftCard = lazyComponent(async () => (await loadPaymentCards()).RefundedGiftCard)

/** Shows a bare notice when the script cannot be loaded. */
export const NoticeBox = lazyComponent<ComponentProps<typeof Box>>(
  async () => (await import('../frame/notice-box.tsx')).NoticeBox,
  BareNotice,
)
export const GiftReceipt = lazyComponent(async () => (await import('../gift-form/gift-receipt.tsx')).GiftReceipt)
export const DisputedOrder = lazyComponent(async () => (await import('../order-page/disputed-order.tsx')).DisputedOrder)
export const HoldClock = lazyComponent(async () => (await import('../frame/hold-clock.tsx')).HoldClock)
export const CodeEntry = lazyComponent(async () => (await import('../form/code-entry.tsx')).CodeEntry)
export const AppliedCodes = lazyComponent(async () => (await import('../form/applied-codes.tsx')).AppliedCodes)
export const LinkFaults = lazyComponent(async () => (await import('../frame/link-faults.tsx')).LinkFaults)
export const PriceExplanation = lazyComponent(
  async () => (await import('../frame/price-explanation.tsx')).PriceExplanation,
)
export const SaveCheckout = lazyComponent(async () => (await import('../form/save-checkout.tsx')).SaveCheckout)
export const StoreCardField = lazyComponent(async () => (await import('../form/store-card-field.tsx')).StoreCardField)
const loadReusableCard = () => import('../card/reusable-card.tsx')
export const ReusableCardRow = lazyComponent(async () => (await loadReusableCard()).ReusableCardRow)
export const KeepCardField = lazyComponent(async () => (await loadReusableCard()).KeepCardField)
/** Answers a step-up that a call of the order page asks for. */
export const StepUpDialog = lazyComponent(
  async () => (await import('#people/accounts/parts/step-up-dialog.tsx')).StepUpDialog,
  () => null,
)
export const PortalLink = lazyComponent(async () => (await import('../order-page/portal-link.tsx')).PortalLink)
export const FriendRow = lazyComponent(async () => (await import('../form/friend-row.tsx')).FriendRow)
export const StripeForm = lazyComponent(async () => (await import('../card/stripe-form.tsx')).StripeForm)
export const LogInForm = lazyComponent(async () => (await import('#people/accounts/session/log-in-form.tsx')).LogInForm)
