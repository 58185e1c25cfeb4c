import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, SuccessMessage } from '#ui/field.tsx'
import { focusField } from '#ui/focus.ts'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import { callRemoveSavedCard } from '../calls/saved-cards.ts'
import type { SavedCardView } from '../wire/saved-cards.ts'
import styles from './devices.module.css'
import { toFormRefusal } from './form-refusal.ts'

type Props = { as: SignedInAudience; savedCards: SavedCardView[] }

export function SavedCardSettings({ as, savedCards: initialCards }: Props) {
  const [savedCards, setSavedCards] = useState(initialCards)
  const [removed, setRemoved] = useState<SavedCardView | null>(null)

  function handleRemoved(card: SavedCardView) {
    setSavedCards((before) => before.filter(({ orderId }) => orderId !== card.orderId))
    setRemoved(card)
  }

  return (
    <div className={styles.devices}>
      {removed && (
        <div ref={focusField} tabIndex={-1}>
          <SuccessMessage>
            We removed {removed.brand} ••{removed.last4} and won’t charge it. The balance of {removed.courseTitle} stays
            due: pay it on <a href={`/order/${removed.orderId}`}>the order page</a>.
          </SuccessMessage>
        </div>
      )}
      {savedCards.length === 0 && !removed && <p>None.</p>}
      <ul>
        {savedCards.map((card) => (
          <SavedCardItem key={card.orderId} as={as} card={card} onRemoved={() => handleRemoved(card)} />
        ))}
      </ul>
    </div>
  )
}

type ItemProps = { as: SignedInAudience; card: SavedCardView; onRemoved: () => void }

function SavedCardItem({ as, card, onRemoved }: ItemProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const name = `${card.brand} ••${card.last4}`

  async function remove() {
    if (isBusy) return
    setBusy(true)
    setError(null)
    const response = await callRemoveSavedCard(browserClient(), as, card.orderId)
    setBusy(false)
    if (response.error === null) return onRemoved()
    setError(toFormRefusal(response, as).error)
  }

  return (
    <li>
      <CreditCard size={20} />
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.used}>
          <Money {...card.amount} exact /> on <When at={card.chargeAt} zone="UTC" form="date" /> for{' '}
          <a href={`/order/${card.orderId}`}>{card.courseTitle}</a>
        </p>
        {error && <ErrorMessage>{error}</ErrorMessage>}
      </div>
      <Button
        look="quiet"
        size="compact"
        aria-busy={isBusy}
        aria-label={`Remove ${name} for ${card.courseTitle}`}
        onClick={remove}
      >
        {isBusy ? 'Removing…' : 'Remove'}
      </Button>
    </li>
  )
}
