/** The studio's pages of one course, in the order of their menu. A new page is a line here and one in `site-routes.ts`. */
import {
  BadgeCheck,
  CalendarDays,
  ChartColumn,
  Film,
  History,
  Hourglass,
  ListChecks,
  ListTree,
  PanelTop,
  Send,
  Tag,
  Users,
  Video,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { Action } from '#domain/permission.ts'
import type { StudioCourse } from '../wire.ts'

export type CoursePage = {
  /** The last part of the page's address. */
  path: string
  label: string
  Icon: ComponentType<{ size: number }>
  /** The page is for people whose role allows this action on the course. */
  action: Action
  group: CoursePageGroup
  /** A course on demand has neither dates nor sessions. */
  isLiveOnly?: true
}

/** What a seller needs first is first. */
export const COURSE_PAGE_GROUPS = ['What you sell', 'Your learners', 'More'] as const
type CoursePageGroup = (typeof COURSE_PAGE_GROUPS)[number]

export const COURSE_PAGES = [
  { path: 'overview', label: 'Overview', Icon: ListChecks, action: 'course.read', group: 'What you sell' },
  { path: 'curriculum', label: 'Curriculum', Icon: ListTree, action: 'course.read', group: 'What you sell' },
  { path: 'price', label: 'Price', Icon: Tag, action: 'course.read', group: 'What you sell' },
  {
    path: 'dates',
    label: 'Dates',
    Icon: CalendarDays,
    action: 'course.read',
    group: 'What you sell',
    isLiveOnly: true,
  },
  { path: 'page', label: 'Page', Icon: PanelTop, action: 'course.edit', group: 'What you sell' },
  { path: 'learners', label: 'Learners', Icon: Users, action: 'learner.list', group: 'Your learners' },
  {
    path: 'sessions',
    label: 'Sessions',
    Icon: Video,
    action: 'session.manage',
    group: 'Your learners',
    isLiveOnly: true,
  },
  { path: 'messages', label: 'Messages', Icon: Send, action: 'message.send', group: 'Your learners' },
  { path: 'progress', label: 'Progress', Icon: ChartColumn, action: 'learner.list', group: 'Your learners' },
  { path: 'waiting', label: 'Waiting', Icon: Hourglass, action: 'learner.list', group: 'Your learners' },
  { path: 'rules', label: 'Rules', Icon: BadgeCheck, action: 'course.edit', group: 'More' },
  { path: 'media', label: 'Files', Icon: Film, action: 'course.read', group: 'More' },
  { path: 'versions', label: 'Versions', Icon: History, action: 'course.read', group: 'More' },
] as const satisfies readonly CoursePage[]

export type CoursePagePath = (typeof COURSE_PAGES)[number]['path']

/** The pages that the role allows, in the order of the menu. */
export function listCoursePages({
  actions,
  deliveryType,
}: Pick<StudioCourse, 'actions' | 'deliveryType'>): readonly CoursePage[] {
  const pages: readonly CoursePage[] = COURSE_PAGES
  return pages.filter(({ action, isLiveOnly }) => actions.includes(action) && (deliveryType === 'live' || !isLiveOnly))
}
