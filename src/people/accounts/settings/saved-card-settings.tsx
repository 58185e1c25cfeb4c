import { useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Estimate } from '#ui/estimate/estimate.tsx'
import { SuccessMessage } from '#ui/field.tsx'
import { focusField } from '#ui/focus.ts'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import { removeSavedCard, type SavedCardView } from '../wire/saved-cards.ts'
import styles from './devices.module.css'
import { RemovableCard } from './removable-card.tsx'

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
  async function remove() {
    const response = await browserClient().call(removeSavedCard, { params: { orderId: card.orderId }, auth: as })
    return response.error === null ? null : response
  }

  return (
    <RemovableCard
      as={as}
      name={`${card.brand} ••${card.last4}`}
      purpose={card.courseTitle}
      remove={remove}
      onRemoved={onRemoved}
    >
      <Money {...card.amount} exact />
      <Estimate {...card.amount} /> on <When at={card.chargeAt} zone="UTC" form="date" /> for{' '}
      <a href={`/order/${card.orderId}`}>{card.courseTitle}</a>
    </RemovableCard>
  )
}
