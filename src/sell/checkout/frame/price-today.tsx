import { useEffect, useState } from 'react'
import { courseOffer } from '#catalogue/catalog/wire.ts'
import { type ApiResult, browserClient } from '#http/client.ts'
import { Estimate } from '#ui/estimate/estimate.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import { VisitorRateProvider } from '../estimates/visitor-rate-provider.tsx'
import { getTimeZone } from '../session/visitor-location.ts'

/** What a seat of an offer costs now, and until when. */
export function PriceToday(props: Props) {
  return (
    <VisitorRateProvider>
      <Price {...props} />
    </VisitorRateProvider>
  )
}

type Props = { offerCode: string }

function Price({ offerCode }: Props) {
  const [answer, setAnswer] = useState<ApiResult<typeof courseOffer> | null>(null)
  useEffect(() => {
    let isShown = true
    void browserClient()
      .call(courseOffer, { query: { course_offer_code: offerCode, timezone_id: getTimeZone() } })
      .then((received) => {
        if (isShown) setAnswer(received)
      })
    return () => {
      isShown = false
    }
  }, [offerCode])
  if (!answer) return <p>Today’s price: …</p>
  if (answer.errorCode === 'OFFER_NOT_FOUND')
    return <p>The offer you saw has ended. The checkout shows today’s price.</p>
  if (answer.error !== null) return <p>The checkout shows today’s price.</p>
  const { price, discountPrice, currency, expiresAt, timezoneId } = answer.data.data
  const seatPrice = { amount: String(discountPrice ?? price), currency }
  return (
    <p>
      Today’s price: <Money {...seatPrice} />
      <Estimate {...seatPrice} /> a seat
      {expiresAt && (
        <>
          {' '}
          until <When at={expiresAt} zone={timezoneId} />
        </>
      )}
    </p>
  )
}
