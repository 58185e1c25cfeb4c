import { useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { SuccessMessage } from '#ui/field.tsx'
import { focusField } from '#ui/focus.ts'
import { type ReusableCardView, removeReusableCard } from '../wire/reusable-cards.ts'
import styles from './devices.module.css'
import { RemovableCard } from './removable-card.tsx'

type Props = { as: SignedInAudience; reusableCards: ReusableCardView[] }

/** The cards that the person keeps for the next course. */
export function ReusableCardSettings({ as, reusableCards: initialCards }: Props) {
  const [reusableCards, setReusableCards] = useState(initialCards)
  const [removed, setRemoved] = useState<ReusableCardView | null>(null)

  function handleRemoved(card: ReusableCardView) {
    setReusableCards((before) => before.filter(({ reusableCardId }) => reusableCardId !== card.reusableCardId))
    setRemoved(card)
  }

  const hasUsableCard = reusableCards.some(({ isPayable, isExpired }) => isPayable && !isExpired)
  if (reusableCards.length === 0 && !removed) return null
  return (
    <div className={styles.devices}>
      {removed && (
        <div ref={focusField} tabIndex={-1}>
          <SuccessMessage>
            We removed {removed.brand} ••{removed.last4}.{!hasUsableCard && ' You’ll enter a card at your next course.'}
          </SuccessMessage>
        </div>
      )}
      <ul aria-label="Cards for your next course">
        {reusableCards.map((card) => (
          <ReusableCardItem key={card.reusableCardId} as={as} card={card} onRemoved={() => handleRemoved(card)} />
        ))}
      </ul>
    </div>
  )
}

type ItemProps = { as: SignedInAudience; card: ReusableCardView; onRemoved: () => void }

function ReusableCardItem({ as, card, onRemoved }: ItemProps) {
  const expiry = `${String(card.expires.month).padStart(2, '0')} / ${card.expires.year}`

  async function remove() {
    const response = await browserClient().call(removeReusableCard, {
      params: { reusableCardId: card.reusableCardId },
      auth: as,
    })
    // A card that is not there any more was removed in another tab.
    return response.error === null || response.errorCode === 'SAVED_CARD_NOT_FOUND' ? null : response
  }

  return (
    <RemovableCard
      as={as}
      name={`${card.brand} ••${card.last4}`}
      purpose="your next course"
      remove={remove}
      onRemoved={onRemoved}
    >
      {card.isPayable ? 'For your next course' : 'No longer accepted here'}, {card.isExpired ? 'expired' : 'expires'}{' '}
      {expiry}
    </RemovableCard>
  )
}
