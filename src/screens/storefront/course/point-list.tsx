import styles from './point-list.module.css'

type Props = { id: string; title: string; points: readonly string[] }

export function PointList({ id, title, points }: Props) {
  if (points.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={styles.points}>
        {points.map((point, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two texts can be equal, and the list never changes here.
          <li key={index}>{point}</li>
        ))}
      </ul>
    </section>
  )
}
