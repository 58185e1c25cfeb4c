import { Link } from 'react-router'
import { nameZone } from '#domain/dates/zone-name.ts'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { ClassWhen, InOtherZone, When } from '#ui/local-time.tsx'
import type { RoomLesson } from './course-words.ts'

type Props = { release: RoomLesson['release']; zone: string; courseCode: string }

export function ReleaseText({ release, zone, courseCode }: Props) {
  if (release.state === 'planned') return <>Coming later</>
  if (release.opensAt) {
    return (
      <>
        Opens <When at={release.opensAt} zone={zone} form="short" />
        <InOtherZone zone={zone}>
          {' '}
          (<ClassWhen at={release.opensAt} zone={zone} form="short" /> {nameZone(zone)})
        </InOtherZone>
      </>
    )
  }
  if (release.needs.length === 0) return <>Opens when its date is set</>
  return (
    <>
      Opens after{' '}
      {release.needs.map((need, index) => (
        <span key={need.lessonKey}>
          {index > 0 && (index === release.needs.length - 1 ? ' and ' : ', ')}
          <Link to={getRoomPath(courseCode, need.lessonKey)}>{need.title}</Link>
        </span>
      ))}
    </>
  )
}
