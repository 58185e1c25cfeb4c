import styles from './point-list.module.css'

type Props = { id: string; title: string; points: readonly string[] }

export function PointList({ id, title, points }: Props) {
  if (points.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  )
}
