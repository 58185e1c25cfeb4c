import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, SuccessMessage } from '#ui/field.tsx'
import { focusField } from '#ui/focus.ts'
import { callRemoveReusableCard } from '../calls/reusable-cards.ts'
import type { ReusableCardView } from '../wire/reusable-cards.ts'
import styles from './devices.module.css'
import { toFormRefusal } from './form-refusal.ts'

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
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const name = `${card.brand} ••${card.last4}`
  const expiry = `${String(card.expires.month).padStart(2, '0')} / ${card.expires.year}`

  async function remove() {
    if (isBusy) return
    setBusy(true)
    setError(null)
    const response = await callRemoveReusableCard(browserClient(), as, card.reusableCardId)
    setBusy(false)
    // A card that is not there any more was removed in another tab.
    if (response.error === null || response.errorCode === 'SAVED_CARD_NOT_FOUND') return onRemoved()
    setError(toFormRefusal(response, as).error)
  }

  return (
    <li>
      <CreditCard size={20} />
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.used}>
          {card.isPayable ? 'For your next course' : 'No longer accepted here'},{' '}
          {card.isExpired ? 'expired' : 'expires'} {expiry}
        </p>
        {error && <ErrorMessage>{error}</ErrorMessage>}
      </div>
      <Button
        look="quiet"
        size="compact"
        aria-busy={isBusy}
        aria-label={`Remove ${name} for your next course`}
        onClick={remove}
      >
        {isBusy ? 'Removing…' : 'Remove'}
      </Button>
    </li>
  )
}
