import { Link, useSearchParams } from 'react-router'
import { browserClient } from '#http/client.ts'
import { exportLearners } from '#learn/learners/wire.ts'
import { EmptyState, ListFoot } from '#ui/list/data-table.tsx'
import { ExportButton } from '#ui/list/export-button.tsx'
import { ListKeys } from '#ui/list/list-keys.tsx'
import { ListPage } from '#ui/list/list-page.tsx'
import { useListKeys } from '#ui/list/use-list-keys.ts'
import { withSearchParams } from '#ui/list/with-search-params.ts'
import text from '#ui/text.module.css'
import { getStudioPath } from '../frame/studio-path.ts'
import { FreeSeats } from './free-seats.tsx'
import { CLEARED_FILTERS, LearnerFilters } from './learner-filters.tsx'
import { LearnerPanel } from './learner-panel.tsx'
import styles from './learners.module.css'
import { LearnersTable } from './learners-table.tsx'
import type { LearnersPageData } from './load-learners.ts'
import { MessageLearners, toRecipients } from './message-learners.tsx'

type Props = LearnersPageData & { onChanged: () => Promise<void> }

export function LearnersView({ onChanged, ...data }: Props) {
  const [query] = useSearchParams()
  const { learners, count, next, courses, course, filter, open, isMissing, isFirst, session } = data
  const openId = open?.learner.enrolmentId ?? null
  const learnerUrl = (enrolmentId: string | null) => withSearchParams(query, { open: enrolmentId })
  const keys = learners.map(({ enrolmentId }) => enrolmentId)
  const neighbours = useListKeys({ keys, openKey: openId, rowUrl: learnerUrl })
  const { sort: _sort, ...criteria } = filter
  const isFiltering = Object.keys(criteria).some((name) => name !== 'course')
  const canExport = course
    ? course.actions.includes('learner.export')
    : courses.some(({ actions }) => actions.includes('learner.export'))
  const recipients = course?.actions.includes('message.send') && count > 0 ? toRecipients(filter, course) : null
  return (
    <ListPage
      title="Learners"
      lead={
        course ? (
          <Link className={text.link} to={getStudioPath(session, course.coursePrefixCode, 'overview')}>
            {course.title}
          </Link>
        ) : (
          'Everybody with a seat in your courses. Choose a course to see who is behind, and to sort the list.'
        )
      }
      actions={
        <div className={styles.actions}>
          {course && recipients && (
            <MessageLearners course={course.coursePrefixCode} filter={recipients} session={session} />
          )}
          {canExport && (
            <ExportButton
              filename="learners.csv"
              load={() => browserClient().call(exportLearners, { auth: session.as, query: filter })}
            />
          )}
          {course?.actions.includes('learner.seat') && <FreeSeats course={course} as={session.as} onDone={onChanged} />}
        </div>
      }
      detail={
        open && (
          <LearnerPanel
            key={openId}
            detail={open}
            session={session}
            neighbours={neighbours}
            closeUrl={learnerUrl(null)}
            onChanged={onChanged}
          />
        )
      }
    >
      {isMissing && <p role="alert">Learner not found.</p>}
      <LearnerFilters filter={filter} courses={courses} course={course} session={session} />
      <LearnersTable
        learners={learners}
        openId={openId}
        learnerUrl={learnerUrl}
        course={course}
        empty={
          isFiltering ? (
            <EmptyState clearUrl={withSearchParams(query, { ...CLEARED_FILTERS, open: null })}>
              No learners match.
            </EmptyState>
          ) : (
            <EmptyState>Nobody has enrolled yet. Learners appear here as soon as they do.</EmptyState>
          )
        }
      />
      <ListFoot
        next={next}
        isFirst={isFirst}
        count={{ value: count, noun: 'learner' }}
        first="First page"
        more="Next page"
      />
      {course && (
        <p className={styles.hint}>
          {course.isLive
            ? 'Behind: fewer than half of the required lessons that are open so far, in dates that have begun. The seat of a friend who has not accepted yet is taken, and not in this list.'
            : 'Behind: fewer than half of the required lessons, a week after joining or later.'}
        </p>
      )}
      <ListKeys noun="learner" />
    </ListPage>
  )
}
