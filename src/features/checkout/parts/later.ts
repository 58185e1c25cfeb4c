/** What few buyers come to see: the checkout's first script is the form. */
import type { ComponentProps } from 'react'
import { later } from '#ui/later.tsx'
import { BareNotice } from './bare-notice.tsx'
import type { NoticeBox as Box } from './notice-box.tsx'

const closed = () => import('./closed-sheets.tsx')
export const GoneSheet = later(async () => (await closed()).GoneSheet)
export const EnrolledSheet = later(async () => (await closed()).EnrolledSheet)
export const DoneSheet = later(async () => (await closed()).DoneSheet)
export const NoCardSheet = later(async () => (await closed()).NoCardSheet)

const paying = () => import('./paying-sheets.tsx')
export const WaitingSheet = later(async () => (await paying()).WaitingSheet)
export const ChallengeSheet = later(async () => (await paying()).ChallengeSheet)
export const QuestionSheet = later(async () => (await paying()).QuestionSheet)
export const ReturnedSheet = later(async () => (await paying()).ReturnedSheet)
export const ReturnedGift = later(async () => (await paying()).ReturnedGift)

/** Said even where the line is gone: what it adds to the words is missing then. */
export const NoticeBox = later<ComponentProps<typeof Box>>(
  async () => (await import('./notice-box.tsx')).NoticeBox,
  BareNotice,
)
export const GiftReceipt = later(async () => (await import('./gift-receipt.tsx')).GiftReceipt)
export const DisputedOrder = later(async () => (await import('./disputed-order.tsx')).DisputedOrder)
export const HoldClock = later(async () => (await import('./hold-clock.tsx')).HoldClock)
export const AppliedCodes = later(async () => (await import('./applied-codes.tsx')).AppliedCodes)
export const WhyList = later(async () => (await import('./why-list.tsx')).WhyList)
export const FriendRow = later(async () => (await import('./friend-row.tsx')).FriendRow)
export const StripeForm = later(async () => (await import('./stripe-form.tsx')).StripeForm)
export const LogInForm = later(async () => (await import('#features/accounts/log-in-form.tsx')).LogInForm)
