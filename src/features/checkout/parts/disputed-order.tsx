import { Lock } from 'lucide-react'
import type { Credential } from '#http/client.ts'
import { Money } from '#ui/money.tsx'
import type { OrderView } from '../wire/order.ts'
import { InvoiceButton } from './invoice-button.tsx'
import { Foot, Sheet } from './sheet.tsx'

type Disputed = NonNullable<OrderView['disputed']>
type Props = { order: OrderView; disputed: Disputed; auth: Credential; support: string }

/** What a buyer is told while a bank disputes the payment, and once the bank took it back. */
export function DisputedOrder({ order, disputed: { status, amount }, auth, support }: Props) {
  const isOpen = status === 'open'
  const what = order.gift ? 'gift card' : 'course'
  return (
    <Sheet
      tone={isOpen ? 'warn' : 'bad'}
      status="complete"
      icon={<Lock size={22} />}
      title={isOpen ? 'This order is on hold' : 'This order has ended'}
      lead={
        isOpen ? (
          <>
            A bank is checking <Money {...amount} exact /> of order {order.orderNumber}. Until it has decided, the{' '}
            {what} cannot be used. Nothing is lost: {order.gift ? 'its balance stays' : 'the seats are kept'}.
          </>
        ) : (
          <>
            The bank took back <Money {...amount} exact /> of order {order.orderNumber}, so the {what} has ended.
          </>
        )
      }
    >
      <Foot>
        <p>
          Is this a mistake? Write to <a href={`mailto:${support}`}>{support}</a>.
        </p>
        {order.invoiceUrl && <InvoiceButton order={order} auth={auth} />}
      </Foot>
    </Sheet>
  )
}
