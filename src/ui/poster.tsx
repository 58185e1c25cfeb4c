import styles from './poster.module.css'

/** `low`: fetched at once, but after the fonts. */
type Props = { src: string; alt?: string; focal?: number; loading?: 'lazy' | 'eager'; priority?: 'low' }

const STEP = 5

export function Poster({ src, alt = '', focal = 50, loading = 'eager', priority }: Props) {
  return (
    <img
      className={styles.poster}
      src={src}
      alt={alt}
      width={1200}
      height={750}
      loading={loading}
      fetchPriority={priority}
      data-focal={Math.round(focal / STEP) * STEP}
    />
  )
}
