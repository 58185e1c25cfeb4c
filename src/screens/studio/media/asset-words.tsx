import type { AssetView } from '#learn/course-media/wire/assets.ts'
import { formatClock } from '#learn/lessons/player/controls/format-clock.ts'
import { When } from '#ui/local-time.tsx'
import styles from './asset-row.module.css'

export function formatLength(seconds: number | null): string | null {
  return seconds === null ? null : formatClock(seconds)
}

/** `, about 3 min left`, behind an amount. Empty while it is too early to say. */
export function formatTimeLeft(seconds: number | null): string {
  if (seconds === null) return ''
  return seconds < 60 ? ', less than a minute left' : `, about ${Math.round(seconds / 60)} min left`
}

/** The places that use a file, or the day of its deletion. */
export function AssetUses({ asset: { uses, deletedAt } }: { asset: AssetView }) {
  if (uses.length === 0) {
    if (!deletedAt) return null
    return (
      <p>
        Nothing uses this file yet. If that stays so, it will be deleted on{' '}
        <When at={deletedAt} zone="UTC" form="date" />.
      </p>
    )
  }
  return (
    <ul className={styles.uses}>
      {uses.map((use) => (
        <li key={`${use.source} ${use.title} ${use.startsAt}`}>
          <Use use={use} />
        </li>
      ))}
    </ul>
  )
}

function Use({ use: { source, title, startsAt } }: { use: AssetView['uses'][number] }) {
  if (source === 'lesson')
    return (
      <>
        Used in the lesson “<bdi>{title}</bdi>”
      </>
    )
  if (source === 'session' && startsAt) {
    return (
      <>
        Recording of “<bdi>{title}</bdi>” on <When at={startsAt} zone="UTC" form="date" />
      </>
    )
  }
  return <>Used in {NAMES[source]}</>
}

const NAMES: Record<AssetView['uses'][number]['source'], string> = {
  draft: 'the course as you edit it, in a lesson or on its page',
  version: 'an older version of the course',
  lesson: 'a lesson',
  session: 'a session',
  profile: 'a profile',
  setting: 'the site’s settings',
  curriculum: 'the curriculum as a PDF',
  page: 'the course’s page, as the trailer',
}
