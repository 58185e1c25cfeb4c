import { CalendarCheck, GraduationCap } from 'lucide-react'
import { type ComponentProps, Suspense } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import type { SignedInAudience } from '#http/client.ts'
import { browserClient } from '#http/client.ts'
import type { ReceivedMessages as ReceivedMessagesPart } from '#learn/messages/received/received-messages.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { When } from '#ui/local-time.tsx'
import { startFileDownload } from '../browser/start-file-download.ts'
import { useNextState } from '../join/use-next-state.ts'
import { findNextLesson } from '../parts/course-words.ts'
import type { CourseRoom as CourseRoomData } from '../wire/course.ts'
import { AccessNotice, Notice } from './access-notice.tsx'
import styles from './course-room.module.css'
import { FileList } from './file-list.tsx'
import { findNextSession, NextUp } from './next-up.tsx'
import { Outline } from './outline.tsx'
import { PeopleList } from './people-list.tsx'
import { ProgressCard } from './progress-card.tsx'
import { RoomHead, type RoomTab } from './room-head.tsx'
import { RoomSearch } from './room-search.tsx'
import { SessionList } from './session-list.tsx'

const ReceivedMessages = lazyComponent<ComponentProps<typeof ReceivedMessagesPart>>(
  async () => (await import('#learn/messages/received/received-messages.tsx')).ReceivedMessages,
)

const TABS = {
  sessions: { label: 'Sessions', hash: '#sessions' },
  lessons: { label: 'Lessons', hash: '#lessons' },
  people: { label: 'People', hash: '#people' },
  files: { label: 'Files', hash: '#files' },
  messages: { label: 'Messages', hash: '#messages' },
} as const satisfies Record<string, RoomTab>

type Props = { room: CourseRoomData; as: SignedInAudience }

export function CourseRoom({ room, as }: Props) {
  const { hash } = useLocation()
  const { revalidate } = useRevalidator()
  const zone = room.cohort?.timezoneId ?? 'UTC'
  const tabs = listTabs(room)
  const current = tabs.find((tab) => tab.hash === hash) ?? tabs[0]
  const isOpen = room.access.state === 'open'
  const next = isOpen ? findNextSession(room.sessions) : null
  const refresh = () => void revalidate()
  useNextState(next, refresh)
  return (
    <div data-hue={room.course.hue}>
      <RoomHead room={room} zone={zone} tabs={tabs} current={current} />
      <div className={styles.page}>
        <div className={styles.notices}>
          <AccessNotice access={room.access} zone={zone} />
          {isOpen && <TimeNotice room={room} zone={zone} />}
          {next && <NextUp session={next} zone={zone} as={as} onChange={refresh} />}
        </div>
        <div className={styles.room}>
          <div>
            {current === TABS.sessions && <SessionList room={room} zone={zone} as={as} onChange={refresh} />}
            {current === TABS.lessons && (
              <>
                {isOpen && <RoomSearch courseCode={room.course.coursePrefixCode} as={as} />}
                <Outline
                  room={room}
                  zone={zone}
                  currentKey={isOpen ? (findNextLesson(room.modules)?.key ?? null) : null}
                />
              </>
            )}
            {current === TABS.people && <PeopleList courseCode={room.course.coursePrefixCode} as={as} />}
            {current === TABS.files && <RoomFiles room={room} as={as} />}
            {current === TABS.messages && (
              <Suspense fallback={<p role="status">Loading your messages…</p>}>
                <ReceivedMessages courseCode={room.course.coursePrefixCode} zone={zone} as={as} />
              </Suspense>
            )}
          </div>
          <aside>{!room.access.isTeacher && <ProgressCard room={room} zone={zone} />}</aside>
        </div>
      </div>
    </div>
  )
}

function listTabs({ course, sessions, files, access, messageCount }: CourseRoomData): RoomTab[] {
  const isLive = course.deliveryType === 'live'
  return [
    ...(isLive || sessions.length > 0 ? [TABS.sessions] : []),
    TABS.lessons,
    ...(isLive && access.state === 'open' ? [TABS.people] : []),
    ...(files.length > 0 ? [TABS.files] : []),
    ...(messageCount > 0 ? [TABS.messages] : []),
  ]
}

function TimeNotice({ room: { access, cohort, course }, zone }: { room: CourseRoomData; zone: string }) {
  if (access.isTeacher) {
    return (
      <Notice icon={<GraduationCap size={20} />} title="You teach this course" tone="plain">
        You see this course as its learners do. Your own progress isn’t saved.
      </Notice>
    )
  }
  const hasEnded = course.deliveryType === 'live' && cohort?.endsAt && Date.parse(cohort.endsAt) < Date.now()
  if (!hasEnded || !cohort?.endsAt) return null
  return (
    <Notice icon={<CalendarCheck size={20} />} title="This course has ended" tone="plain">
      The last session was on <When at={cohort.endsAt} zone={zone} form="date-year" />.{' '}
      {access.until ? (
        <>
          Lessons, recordings and files stay open until <When at={access.until} zone={zone} form="date-year" />.
        </>
      ) : (
        'Lessons, recordings and files stay open.'
      )}
    </Notice>
  )
}

function RoomFiles({ room, as }: Props) {
  const titles = new Map(room.modules.flatMap(({ lessons }) => lessons.map(({ lessonId, title }) => [lessonId, title])))
  const files = room.files.map((file) => ({ ...file, lessonTitle: titles.get(file.lessonId) ?? '' }))
  return (
    <section className={styles.files} aria-labelledby="files">
      <h2 id="files">Files</h2>
      <FileList files={files} download={(file) => startFileDownload(browserClient(), as, file)} />
    </section>
  )
}
