import type { ComponentProps } from 'react'
import { Photo } from './photo.tsx'
import styles from './portrait.module.css'

type Props = { initials: string; photo?: ComponentProps<typeof Photo>['photo'] | null }

/** A photo, or the initials where there is none. It stands beside the name. */
export function Portrait({ initials, photo }: Props) {
  return (
    <div className={styles.portrait} aria-hidden="true">
      {photo ? <Photo photo={photo} sizes="168px" loading="lazy" /> : initials}
    </div>
  )
}
