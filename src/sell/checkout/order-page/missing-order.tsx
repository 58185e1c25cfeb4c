import { CircleAlert, SearchX } from 'lucide-react'
import { LogInLinkButton } from '#people/accounts/parts/log-in-link-button.tsx'
import { LogInForm } from '#people/accounts/session/log-in-form.tsx'
import { StatusCard, StatusCardFooter } from '#people/app-shell/status-card.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { OrderFrame } from './order-frame.tsx'

export function UnreachableOrder({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <OrderFrame hue={null}>
      <StatusCard
        tone="bad"
        icon={<CircleAlert size={22} />}
        title="Something went wrong!"
        lead={`${message}. Your order is safe: only this page couldn’t be loaded.`}
      >
        <StatusCardFooter>
          <Button onClick={onRetry}>Try again</Button>
        </StatusCardFooter>
      </StatusCard>
    </OrderFrame>
  )
}

export function UnknownOrder({ isSignedIn, onLoggedIn }: { isSignedIn: boolean; onLoggedIn: () => void }) {
  return (
    <OrderFrame hue={null}>
      <StatusCard
        tone="warn"
        icon={<SearchX size={22} />}
        title="We couldn’t find this order"
        lead={
          isSignedIn
            ? 'It belongs to another address, or it does not exist.'
            : 'Log in with the e-mail you used to order.'
        }
      >
        {isSignedIn ? (
          <StatusCardFooter>
            <ButtonLink href="/portal">Open the portal</ButtonLink>
          </StatusCardFooter>
        ) : (
          <LogInForm idPrefix="order" onLoggedIn={onLoggedIn}>
            <LogInLinkButton />
          </LogInForm>
        )}
      </StatusCard>
    </OrderFrame>
  )
}
