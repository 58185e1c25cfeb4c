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
}

export const COURSE_PAGES = [
  { path: 'overview', label: 'Overview', Icon: ListChecks, action: 'course.read' },
  { path: 'curriculum', label: 'Curriculum', Icon: ListTree, action: 'course.read' },
  { path: 'price', label: 'Price', Icon: Tag, action: 'course.read' },
  { path: 'page', label: 'Page', Icon: PanelTop, action: 'course.edit' },
  { path: 'rules', label: 'Rules', Icon: BadgeCheck, action: 'course.edit' },
  { path: 'dates', label: 'Dates', Icon: CalendarDays, action: 'course.read' },
  { path: 'sessions', label: 'Sessions', Icon: Video, action: 'session.manage' },
  { path: 'media', label: 'Files', Icon: Film, action: 'course.read' },
  { path: 'learners', label: 'Learners', Icon: Users, action: 'learner.list' },
  { path: 'progress', label: 'Progress', Icon: ChartColumn, action: 'learner.list' },
  { path: 'messages', label: 'Messages', Icon: Send, action: 'message.send' },
  { path: 'waiting', label: 'Waiting', Icon: Hourglass, action: 'learner.list' },
  { path: 'versions', label: 'Versions', Icon: History, action: 'course.read' },
] as const satisfies readonly CoursePage[]

export type CoursePagePath = (typeof COURSE_PAGES)[number]['path']

export function listCoursePages({ actions }: Pick<StudioCourse, 'actions'>): readonly CoursePage[] {
  return COURSE_PAGES.filter(({ action }) => actions.includes(action))
}
