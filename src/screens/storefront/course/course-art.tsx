import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { Photo } from '#ui/photo.tsx'
import { Poster } from '#ui/poster.tsx'
import styles from './course-page.module.css'

type Props = { images: Pick<CourseDefinition['images'], 'cover'>; poster: string }

/** The poster is in the page itself, so it is shown until the photo is there. */
export function CourseArt({ images: { cover }, poster }: Props) {
  if (!cover) return <Poster src={poster} />
  return (
    <>
      <div className={styles.placeholder} aria-hidden="true">
        <Poster src={poster} />
      </div>
      <Photo photo={cover} sizes="(min-width: 1280px) 1200px, 100vw" />
    </>
  )
}
