import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatTeachers } from '#learn/lessons/parts/course-words.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Chip } from '#ui/chip.tsx'
import { focusHeading } from '#ui/focus.ts'
import type { StudioCourse } from '../wire.ts'
import styles from './course-frame.module.css'
import { COURSE_PAGE_GROUPS, type CoursePagePath, listCoursePages } from './course-pages.ts'
import { getStudioPath } from './studio-path.ts'
import { UploadTray } from './upload-tray.tsx'

type Props = {
  course: StudioCourse
  session: AppSession
  page: CoursePagePath
  title: string
  lead: ReactNode
  /** Beside the title. */
  actions?: ReactNode
  children: ReactNode
}

export function CourseFrame({ course, session, page, title, lead, actions, children }: Props) {
  const { coursePrefixCode, deliveryType, teachers, poster, hue } = course
  return (
    <div className={styles.frame} data-hue={hue}>
      <header className={styles.course}>
        <img src={poster} alt="" width={1200} height={750} />
        <div>
          <p className={styles.title}>{course.title}</p>
          <p>
            <bdi>{formatTeachers(teachers)}</bdi> · {deliveryType === 'live' ? 'live' : 'on\u00a0demand'}{' '}
            {course.state !== 'published' && (
              <Chip tone="past">{course.state === 'draft' ? 'Draft' : 'Withdrawn'}</Chip>
            )}
          </p>
        </div>
        <nav aria-label="Course">
          {COURSE_PAGE_GROUPS.map((group) => {
            const pages = listCoursePages(course).filter((one) => one.group === group)
            return (
              pages.length > 0 && (
                <div key={group}>
                  <p className={styles.group}>{group}</p>
                  {pages.map(({ path, label, Icon }) => (
                    <Link
                      key={path}
                      ref={path === page ? scrollToMiddle : null}
                      to={getStudioPath(session, coursePrefixCode, path)}
                      aria-current={path === page ? 'page' : undefined}
                    >
                      <Icon size={18} /> {label}
                    </Link>
                  ))}
                </div>
              )
            )
          })}
        </nav>
        <Link className={styles.back} to={getStudioPath(session)}>
          <ArrowLeft size={18} /> All courses
        </Link>
      </header>
      <div className={styles.page}>
        <header className={styles.head}>
          <h1 ref={focusHeading} tabIndex={-1}>
            {title}
          </h1>
          <p>{lead}</p>
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
        {children}
        <UploadTray />
      </div>
    </div>
  )
}

/** On a phone the pages of a course are a row that is wider than the screen. */
function scrollToMiddle(link: HTMLAnchorElement | null): void {
  const row = link?.closest('nav')
  if (link && row) row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}
