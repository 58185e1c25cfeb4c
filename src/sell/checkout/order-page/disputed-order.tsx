import { Lock } from 'lucide-react'
import type { AuthKind } from '#http/client.ts'
import { StatusCard, StatusCardFooter } from '#people/app-shell/status-card.tsx'
import { Money } from '#ui/money.tsx'
import type { OrderView } from '../wire/order.ts'
import { CreditNoteButtons, InvoiceButton } from './invoice-button.tsx'
import { isOrderOver } from './order-outcome.ts'

type OrderDispute = NonNullable<OrderView['disputed']>
type Props = { order: OrderView; disputed: OrderDispute; auth: AuthKind; supportAddress: string }

/** Shown while a bank disputes the payment, and after the bank took it back. */
export function DisputedOrder({ order, disputed: { status, amount }, auth, supportAddress }: Props) {
  const isOpen = status === 'open'
  const noun = order.gift ? 'gift card' : 'course'
  return (
    <StatusCard
      tone={isOpen ? 'warn' : 'bad'}
      status="complete"
      icon={<Lock size={22} />}
      title={isOpen ? 'This order is on hold' : 'This order has ended'}
      lead={
        isOpen ? (
          <>
            A bank is checking <Money {...amount} exact /> of order {order.orderNumber}.{' '}
            {isOrderOver(order) ? (
              <>Your {noun} was cancelled. If the bank leaves the money with us, we refund it.</>
            ) : (
              <>
                Until it has decided, the {noun} cannot be used. Nothing is lost:{' '}
                {order.gift ? 'its balance stays' : 'the seats are kept'}.
              </>
            )}
          </>
        ) : (
          <>
            The bank took back <Money {...amount} exact /> of order {order.orderNumber}, so the {noun} has ended.
          </>
        )
      }
    >
      <StatusCardFooter>
        <p>
          Is this a mistake? Write to <a href={`mailto:${supportAddress}`}>{supportAddress}</a>.
        </p>
        {order.invoiceUrl && <InvoiceButton order={order} auth={auth} />}
        <CreditNoteButtons order={order} auth={auth} />
      </StatusCardFooter>
    </StatusCard>
  )
}
