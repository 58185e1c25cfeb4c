import { useCallback, useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { CourseDraft } from '#catalogue/drafts/wire.ts'
import type { CourseMedia } from '#learn/course-media/wire/assets.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { useSaveKey } from '#ui/browser/use-save-key.ts'
import { ErrorMessage } from '#ui/field.tsx'
import { ConflictDialog } from '../draft/conflict-dialog.tsx'
import { KeptText } from '../draft/kept-text.tsx'
import { SaveStatus } from '../draft/save-status.tsx'
import { useReloadAfterSave } from '../draft/use-reload-after-save.ts'
import { useUnit } from '../draft/use-unit.ts'
import { CourseFrame } from '../frame/course-frame.tsx'
import { getProfilePath, getStudioPath } from '../frame/studio-path.ts'
import { isWorking, usePolling } from '../media/use-polling.ts'
import { reloadFrame, scrollFrame } from '../page-preview/frame-page.ts'
import { PagePreview } from '../page-preview/page-preview.tsx'
import { type LinkCount, PreviewLinks } from '../page-preview/preview-links.tsx'
import { useFrameLink } from '../page-preview/use-frame-link.ts'
import { PublishButton } from '../publish/publish-button.tsx'
import type { StudioCourse } from '../wire.ts'
import styles from './page-editor.module.css'
import {
  type About,
  type Addresses,
  createFileNames,
  listAboutTexts,
  listAddressTexts,
  listPageTexts,
  type Page,
} from './page-fields.ts'
import { PageParts } from './page-parts.tsx'

type Props = {
  course: StudioCourse
  draft: CourseDraft
  links: LinkCount
  media: CourseMedia
  personId: string
  session: AppSession
}

/** The page in the frame loads once nothing was saved for this long, because a load takes the server a while. */
const QUIET_MS = 2_000

/** The texts of the page beside the page as a visitor will see it, from the current draft. */
export function PageEditor({ course, draft, links, media, personId, session }: Props) {
  const { coursePrefixCode, units } = draft
  const place = { course: coursePrefixCode, personId, as: session.as }
  const about = useUnit<About>({ ...place, unit: 'about' }, units.about)
  const page = useUnit<Page>({ ...place, unit: 'page' }, units.page)
  const addresses = useUnit<Addresses>({ ...place, unit: 'addresses' }, units.addresses)
  const savers = { about: about.saver, page: page.saver, addresses: addresses.saver }
  const frame = useRef<HTMLIFrameElement>(null)
  const link = useFrameLink(coursePrefixCode, session.as)
  const anchor = useRef<string | null>(null)
  const { revalidate } = useRevalidator()
  const reload = () => void revalidate()
  usePolling(media.assets.some(isWorking), reload)
  useReloadAfterSave(about.state.savedAt, page.state.savedAt, addresses.state.savedAt)
  useSaveKey(() => Object.values(savers).forEach((saver) => void saver.flush()))
  // What the frame shows changes with each saved text, and when a picture or the trailer is ready.
  const savedAt = Math.max(about.state.savedAt ?? 0, page.state.savedAt ?? 0)
  const ready = media.assets.filter(({ kind, state }) => (kind === 'image' || kind === 'video') && state === 'ready')
  // The picture of a film can follow later than the film.
  const readyCount = ready.length + ready.filter((asset) => !isWorking(asset)).length
  const shown = useRef(`0 ${readyCount}`)
  const renew = useRef(() => {})
  renew.current = () => {
    if (link.isOld()) link.open()
    else if (frame.current && link.path) reloadFrame(frame.current, link.path)
  }
  useEffect(() => {
    const current = `${savedAt} ${readyCount}`
    if (shown.current === current) return
    const timer = setTimeout(() => {
      shown.current = current
      renew.current()
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [savedAt, readyCount])
  const show = useCallback((id: string) => {
    anchor.current = id
    scrollFrame(frame.current, id)
  }, [])
  const nameFile = createFileNames(media.assets)
  const fault = draft.needs.find(({ need }) => need === 'page')?.fault ?? null
  const getPath = (path: string) => getStudioPath(session, coursePrefixCode, path)
  return (
    <CourseFrame
      course={{ ...course, title: about.state.body.title || course.title }}
      session={session}
      page="page"
      title="Page"
      lead={<Lead draft={draft} />}
      actions={
        <>
          <SaveStatus
            states={[about.state, page.state, addresses.state]}
            onRetry={() => Object.values(savers).forEach((saver) => void saver.flush())}
          />
          <PreviewLinks course={coursePrefixCode} links={links} as={session.as} onEnded={link.open} />
          {course.actions.includes('course.publish') && draft.state !== 'withdrawn' && (
            <PublishButton draft={draft} savers={savers} isDirty={false} as={session.as} />
          )}
        </>
      }
    >
      <div className={styles.desk}>
        <div className={styles.editor}>
          <KeptText saver={about.saver} kept={about.state.kept} />
          <KeptText saver={page.saver} kept={page.state.kept} />
          <KeptText saver={addresses.saver} kept={addresses.state.kept} />
          {fault && (
            <div id="need-page">
              <ErrorMessage>{fault}</ErrorMessage>
            </div>
          )}
          <PageParts
            draft={draft}
            about={about}
            page={page}
            addresses={addresses}
            photos={{ course: coursePrefixCode, as: session.as, media, onReload: reload }}
            getPath={getPath}
            getProfile={(slug) => getProfilePath(session, slug, coursePrefixCode)}
            onOpen={show}
          />
        </div>
        <PagePreview
          title={`${course.title}: the page as visitors will see it`}
          link={link}
          frame={frame}
          onShown={() => scrollFrame(frame.current, anchor.current)}
        />
      </div>
      <ConflictDialog saver={about.saver} state={about.state} listTexts={(body) => listAboutTexts(body, nameFile)} />
      <ConflictDialog saver={page.saver} state={page.state} listTexts={(body) => listPageTexts(body, nameFile)} />
      <ConflictDialog saver={addresses.saver} state={addresses.state} listTexts={listAddressTexts} />
    </CourseFrame>
  )
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

function Lead({ draft: { state, path, lastVersion, changedUnits } }: { draft: CourseDraft }) {
  if (state === 'draft' || !path || !lastVersion) return 'As visitors will see it. Nobody sees it until you publish.'
  return (
    <>
      <a href={path}>
        {location.host}
        {path}
      </a>{' '}
      shows version {lastVersion.number}, published on {day.format(Date.parse(lastVersion.publishedAt))}.{' '}
      {changedUnits.length === 0
        ? 'Nothing here is newer.'
        : 'Here is your draft, with changes that aren’t public yet.'}
    </>
  )
}
