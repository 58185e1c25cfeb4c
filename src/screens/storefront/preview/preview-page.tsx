import { ArrowLeft } from 'lucide-react'
import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { DemoSentence } from '#learn/lessons/lesson-page/demo-sentence.tsx'
import type { PreviewPlayerProps } from '#learn/lessons/player/preview-player.tsx'
import { StartCard } from '#learn/lessons/player/start-card.tsx'
import { LessonProse } from '#learn/lessons/text/lesson-prose.tsx'
import type { PreviewLesson } from '#learn/lessons/wire/preview.ts'
import { Chip } from '#ui/chip.tsx'
import text from '#ui/text.module.css'
import { CourseByline } from '../course-byline.tsx'
import { formatPreview } from '../course-labels.ts'
import { BuyBar, BuyCard } from '../enrol/buy-card.tsx'
import type { PageFormResult } from '../handle-page-form.ts'
import styles from './preview-page.module.css'

type Props = { course: CourseDefinition; lesson: PreviewLesson; poster: string; sent: PageFormResult | null }

export function PreviewPage({ course, lesson, poster, sent }: Props) {
  const { kind, media, title } = lesson
  return (
    <main id="content" data-hue={course.images.hue}>
      <div className={`${text.wrap} ${styles.top}`}>
        <div className={styles.lesson}>
          <a className={styles.back} href={course.url}>
            <ArrowLeft size={18} /> {course.title}
          </a>
          <p className={styles.kicker}>
            <Chip tone="good">Free preview</Chip>
            <span>{formatPreview({ kind, minutes: getMinutes(lesson) })}</span>
          </p>
          <h1>{title}</h1>
          <p className={text.lede}>{lesson.summary}</p>
          {kind !== 'text' && <Stage course={course} kind={kind} title={title} media={media} poster={poster} />}
          {media && <div className={styles.parts} data-preview-parts />}
          <DemoSentence noun="lesson" seconds={media?.durationSeconds ?? null} minutes={lesson.minutes} />
          <LessonProse nodes={lesson.text} images={lesson.images} />
          <p className={styles.from}>
            From “<bdi>{lesson.module.title}</bdi>” in <a href={course.url}>{course.title}</a>.{' '}
            <CourseByline course={course} />.
          </p>
        </div>
        <div className={styles.rail}>
          <BuyCard course={course} sent={sent} />
        </div>
      </div>
      <BuyBar course={course} />
    </main>
  )
}

type StageProps = Pick<PreviewPlayerProps, 'kind' | 'title'> & {
  poster: string
  course: CourseDefinition
  media: PreviewLesson['media']
}

function Stage({ course, media, kind, title, poster }: StageProps) {
  const noun = kind === 'video' ? 'video' : 'recording'
  if (media?.state !== 'ready')
    return (
      <p className={styles.missing}>
        {media?.state === 'processing'
          ? `This ${noun} is being prepared. Please come back later.`
          : `This ${noun} is not available at the moment.`}
      </p>
    )
  const props: PreviewPlayerProps = {
    courseCode: course.coursePrefixCode,
    assetId: media.assetId,
    kind,
    title,
    poster: media.poster?.src ?? course.images.poster,
    durationSeconds: media.durationSeconds ?? 0,
    shape: media.shape,
  }
  return (
    <div data-preview={JSON.stringify(props)}>
      <StartCard
        kind={kind}
        title={title}
        poster={media.poster?.src ?? poster}
        srcset={media.poster?.srcset}
        shape={media.shape}
      />
      <noscript>
        <p className={styles.missing}>Playing this {noun} needs JavaScript.</p>
      </noscript>
    </div>
  )
}

function getMinutes({ media, minutes }: PreviewLesson): number {
  return media?.durationSeconds ? Math.ceil(media.durationSeconds / 60) : minutes
}
