import { useCallback, useEffect, useRef, useState } from 'react'
import type { CourseDraft } from '#catalogue/drafts/wire.ts'
import { createPreviewLink } from '#catalogue/previews/wire.ts'
import { browserClient } from '#http/client.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { CourseFrame } from '../frame/course-frame.tsx'
import { PublishButton } from '../publish/publish-button.tsx'
import type { StudioCourse } from '../wire.ts'
import { DraftFrame } from './draft-frame.tsx'
import styles from './page-preview.module.css'
import { type LinkCount, PreviewLinks } from './preview-links.tsx'

type Props = { course: StudioCourse; draft: CourseDraft; links: LinkCount; session: AppSession }

/** The page as a visitor will see it, from the current draft. */
export function PagePreview({ course, draft, links, session }: Props) {
  const { coursePrefixCode } = course
  const isAsked = useRef(false)
  const [path, setPath] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const openFrame = useCallback(async () => {
    setError(null)
    const response = await browserClient().call(createPreviewLink, {
      auth: session.as,
      params: { course: coursePrefixCode },
      body: { kind: 'frame' },
    })
    if (response.error !== null) return setError(response.error)
    setPath(response.data.data.path)
  }, [session.as, coursePrefixCode])
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void openFrame()
  }, [openFrame])
  return (
    <CourseFrame
      course={course}
      session={session}
      page="page"
      title="Page"
      lead={<Lead draft={draft} />}
      actions={
        <>
          <PreviewLinks course={coursePrefixCode} links={links} as={session.as} onEnded={() => void openFrame()} />
          {course.actions.includes('course.publish') && draft.state !== 'withdrawn' && (
            <PublishButton draft={draft} savers={{}} isDirty={false} as={session.as} />
          )}
        </>
      }
    >
      {error ? (
        <div className={styles.failed}>
          <ErrorMessage>{error}</ErrorMessage>
          <Button size="compact" look="quiet" onClick={() => void openFrame()}>
            Try again
          </Button>
        </div>
      ) : (
        <DraftFrame path={path} title={`${course.title}: the page as visitors will see it`} onReload={openFrame} />
      )}
    </CourseFrame>
  )
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

function Lead({ draft: { state, path, lastVersion } }: { draft: CourseDraft }) {
  if (state === 'draft' || !path || !lastVersion) return 'As visitors will see it. Nobody sees it until you publish.'
  return (
    <>
      <a href={path}>
        {location.host}
        {path}
      </a>{' '}
      shows version {lastVersion.number}, of {day.format(Date.parse(lastVersion.publishedAt))}. This is your draft.
    </>
  )
}
