import styles from './meter.module.css'

type Props = { percent: number; label: string }

export function Meter({ percent, label }: Props) {
  return (
    <div
      className={styles.meter}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ inlineSize: `${percent}%` }} />
    </div>
  )
}

export function Ring({ percent, label }: Props) {
  return (
    <svg className={styles.ring} viewBox="0 0 84 84" role="img" aria-label={label}>
      <circle cx="42" cy="42" r="36" pathLength="100" />
      {percent > 0 && (
        <circle className={styles.part} cx="42" cy="42" r="36" pathLength="100" strokeDasharray={`${percent} 100`} />
      )}
      <text x="42" y="43">
        {percent}%
      </text>
    </svg>
  )
}
