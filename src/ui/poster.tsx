import styles from './poster.module.css'

type Props = { src: string; alt?: string; focal?: number; loading?: 'lazy' | 'eager' }

const STEP = 5

export function Poster({ src, alt = '', focal = 50, loading = 'eager' }: Props) {
  return (
    <img
      className={styles.poster}
      src={src}
      alt={alt}
      width={1200}
      height={750}
      loading={loading}
      data-focal={Math.round(focal / STEP) * STEP}
    />
  )
}
