import { CalendarDays, CirclePlay } from 'lucide-react'
import { Link } from 'react-router'
import { focusHeading } from '#ui/focus.ts'
import { When } from '#ui/local-time.tsx'
import { formatTeachers } from '../parts/course-words.ts'
import type { CourseRoom } from '../wire/course.ts'
import styles from './room-head.module.css'

export type RoomTab = { label: string; hash: string }

type Props = { room: CourseRoom; zone: string; tabs: readonly RoomTab[]; current: RoomTab | undefined }

export function RoomHead({ room, zone, tabs, current }: Props) {
  const { course, cohort } = room
  return (
    <header className={styles.head}>
      <div className={styles.inside}>
        <div>
          <p className={styles.crumb}>
            <Link to="/portal">My courses</Link>
          </p>
          <h1 ref={focusHeading} tabIndex={-1}>
            {course.title}
          </h1>
          <p className={styles.under}>
            <span>
              {course.teachers.length > 0 && (
                <>
                  With <bdi>{formatTeachers(course.teachers)}</bdi>
                </>
              )}
            </span>
            {course.deliveryType === 'on-demand' ? (
              <span>
                <CirclePlay size={18} aria-hidden /> On demand
              </span>
            ) : (
              cohort?.startsAt &&
              cohort.endsAt && (
                <span>
                  <CalendarDays size={18} aria-hidden />
                  <When at={cohort.startsAt} end={cohort.endsAt} zone={zone} form="date-range" />
                </span>
              )
            )}
          </p>
        </div>
        <img src={course.poster} alt="" width={1200} height={750} />
        <nav aria-label="Course" className={styles.tabs}>
          {tabs.map((tab) => (
            <Link key={tab.hash} to={tab.hash} preventScrollReset aria-current={tab === current ? 'page' : undefined}>
              {tab.label}
            </Link>
          ))}
        </nav>
      </div>
    </header>
  )
}
