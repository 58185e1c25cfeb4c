import type { CheckoutNotice } from '../session/checkout-session.ts'

export function BareNotice({ notice }: { notice: CheckoutNotice }) {
  return (
    <p role="alert" data-notice={notice.is}>
      {notice.is === 'say'
        ? notice.message
        : 'Something changed. You haven’t been charged. Please check and try again.'}
    </p>
  )
}
