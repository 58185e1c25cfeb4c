import { ChevronDown, Play } from 'lucide-react'
import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { formatClock } from '#learn/lessons/player/controls/format-clock.ts'
import { getFilmClass } from '#learn/lessons/player/film-class.ts'
import type { PreviewPlayerProps } from '#learn/lessons/player/preview-player.tsx'
import { Photo } from '#ui/photo.tsx'
import { Poster } from '#ui/poster.tsx'
import { useDraftToken } from '../draft/is-draft.ts'
import stylesheet from './trailer.css?url'

type Props = { course: CourseDefinition; trailer: NonNullable<CourseDefinition['trailer']>; poster: string }

/**
 * A picture of the film with one large button. The script of the page replaces both by the player when it is pressed, and
 * loads nothing of the film before. The player fills the transcript, which is not shown without words. The stylesheet is
 * linked here, because that of a module would be on every course page.
 */
export function Trailer({ course, trailer, poster }: Props) {
  const draftToken = useDraftToken() ?? undefined
  const { assetId, durationSeconds, shape } = trailer
  const picture = trailer.poster ?? course.images.cover
  const props: PreviewPlayerProps = {
    courseCode: course.coursePrefixCode,
    assetId,
    draftToken,
    kind: 'video',
    title: `${course.title}: trailer`,
    // The page of a draft has its pictures in itself, and this one would be there twice.
    poster: draftToken ? undefined : (picture?.src ?? course.images.poster),
    durationSeconds: durationSeconds ?? 0,
    shape,
  }
  return (
    <div className="trailer" id="trailer">
      <link rel="stylesheet" href={stylesheet} />
      <div className="trailer-stage" data-preview={JSON.stringify(props)}>
        <div className={['trailer-still', getFilmClass(shape)].filter(Boolean).join(' ')}>
          <div className="trailer-placeholder" aria-hidden="true">
            <Poster src={poster} />
          </div>
          {picture && <Photo photo={{ ...picture, alt: '' }} sizes="(min-width: 1280px) 772px, 100vw" />}
          <button type="button" aria-busy={false}>
            <span className="trailer-disc">
              <Play size={28} fill="currentColor" />
            </span>
            <span className="trailer-words">
              Watch the trailer
              {durationSeconds !== null && <small>{formatClock(durationSeconds)}</small>}
            </span>
          </button>
        </div>
      </div>
      <details className="trailer-fold">
        <summary>
          Read along <ChevronDown size={18} />
        </summary>
        <div className="trailer-parts" data-preview-parts />
      </details>
    </div>
  )
}
