import type { SubmitEvent } from 'react'
import { Button } from '#ui/button.tsx'
import styles from './form.module.css'

/** Submits the form for a payment at PayPal, whose page then opens in this tab. */
export function PaypalButton({ isBusy }: { isBusy: boolean }) {
  return (
    <>
      <p className={styles.or}>or</p>
      <Button type="submit" name="method" value="paypal" look="quiet" size="tall" wide aria-busy={isBusy}>
        Pay with <b className={styles.wordmark}>PayPal</b>
      </Button>
    </>
  )
}

export function isByPaypal(event: SubmitEvent<HTMLFormElement>): boolean {
  const { submitter } = event.nativeEvent
  return submitter instanceof HTMLButtonElement && submitter.value === 'paypal'
}
