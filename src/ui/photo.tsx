import styles from './photo.module.css'

type Props = {
  /** `focalX` and `focalY`: percent from the left and the top, which every crop keeps. */
  photo: {
    src: string
    sources: readonly { type: string; srcset: string }[]
    alt: string
    focalX: number
    focalY: number
  }
  /** The width on the page, for the browser's choice of a file. */
  sizes: string
  loading?: 'lazy' | 'eager'
}

const STEP = 10
const round = (percent: number) => Math.round(percent / STEP) * STEP

/** Fills its box. The policy of our pages allows no styles of single elements, so the point has steps. */
export function Photo({ photo, sizes, loading = 'eager' }: Props) {
  return (
    <picture className={styles.photo}>
      {photo.sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      <img
        src={photo.src}
        alt={photo.alt}
        width={1200}
        height={750}
        loading={loading}
        data-x={round(photo.focalX)}
        data-y={round(photo.focalY)}
      />
    </picture>
  )
}
