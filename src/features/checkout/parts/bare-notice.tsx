import type { Notice } from './checkout-session.ts'

export function BareNotice({ notice }: { notice: Notice }) {
  return (
    <p role="alert" data-notice={notice.is}>
      {notice.is === 'say' ? notice.message : 'Something changed. Nothing was charged. Please look, and press again.'}
    </p>
  )
}
