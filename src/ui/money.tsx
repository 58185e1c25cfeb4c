import styles from './money.module.css'
import text from './text.module.css'

type Props = {
  amount: string
  currency: string
  exact?: boolean
  before?: boolean
  label?: string | undefined
}

export function Money({ amount, currency, exact = false, before = false, label }: Props) {
  const formatted = label ?? getFormat(currency, exact).format(amount as `${number}`)
  const marks = { 'data-amount': amount, 'data-currency': currency }
  if (!before)
    return (
      <span className={styles.money} {...marks}>
        {formatted}
      </span>
    )
  return (
    <s className={`${styles.money} ${styles.before}`} {...marks}>
      <span className={text.unseen}>before </span>
      {formatted}
    </s>
  )
}

/** With its decimals, for a place that takes only text. */
export const formatExact = ({ amount, currency }: Pick<Props, 'amount' | 'currency'>): string =>
  getFormat(currency, true).format(amount as `${number}`)

const formats = new Map<string, Intl.NumberFormat>()

function getFormat(currency: string, exact: boolean): Intl.NumberFormat {
  const key = `${currency} ${exact}`
  const cachedFormat = formats.get(key)
  if (cachedFormat) return cachedFormat
  const format = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: exact ? 'auto' : 'stripIfInteger',
  })
  formats.set(key, format)
  return format
}
