import styles from './money.module.css'
import text from './text.module.css'

type Props = {
  amount: string
  currency: string
  exact?: boolean
  before?: boolean
  word?: string | undefined
}

export function Money({ amount, currency, exact = false, before = false, word }: Props) {
  const told = word ?? formatOf(currency, exact).format(amount as `${number}`)
  const marks = { 'data-amount': amount, 'data-currency': currency }
  if (!before)
    return (
      <span className={styles.money} {...marks}>
        {told}
      </span>
    )
  return (
    <s className={`${styles.money} ${styles.before}`} {...marks}>
      <span className={text.unseen}>before </span>
      {told}
    </s>
  )
}

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string, exact: boolean): Intl.NumberFormat {
  const key = `${currency} ${exact}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: exact ? 'auto' : 'stripIfInteger',
  })
  formats.set(key, format)
  return format
}
