import { useSearchParams } from 'react-router'
import { formatClock } from '#learn/lessons/player/controls/format-clock.ts'
import type { LessonFiguresView, TaughtLessons } from '#learn/lessons/wire/learners.ts'
import { SelectField } from '#ui/field.tsx'
import { Section } from '#ui/layout/section.tsx'
import styles from './lesson-figures.module.css'

type Props = { lessons: TaughtLessons['lessons']; figures: LessonFiguresView | null; isLoading: boolean }

export function LessonFigures({ lessons, figures: view, isLoading }: Props) {
  const [, setQuery] = useSearchParams()
  if (!view) return null
  const choose = (lesson: string) =>
    setQuery(
      (query) => {
        query.set('lesson', lesson)
        return query
      },
      { preventScrollReset: true, replace: true },
    )
  return (
    <Section title="One lesson" isBusy={isLoading}>
      <div className={styles.choice}>
        <SelectField
          name="lesson"
          label="Lesson"
          value={view.lessonId}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {lessons.map(({ lessonId, title }) => (
            <option key={lessonId} value={lessonId}>
              {title}
            </option>
          ))}
        </SelectField>
      </div>
      <div role="status" className={styles.figures}>
        {view.figures ? (
          <Figures view={view} figures={view.figures} />
        ) : (
          <p className={styles.few}>
            Fewer than five learners have started this lesson. Its figures appear from the fifth learner on, so that
            nobody can be recognised.
          </p>
        )}
      </div>
    </Section>
  )
}

type Figures = NonNullable<LessonFiguresView['figures']>

function Figures({ view: { lengthSeconds }, figures }: { view: LessonFiguresView; figures: Figures }) {
  const { started, completed, medianMinutes, playedShares } = figures
  return (
    <>
      <dl className={styles.numbers}>
        <Figure label="Started" value={`${started}`} />
        <Figure label="Completed" value={`${completed}`} />
        {medianMinutes !== null && <Figure label="Watched, median" value={`${medianMinutes} min`} />}
      </dl>
      {playedShares && lengthSeconds !== null && <PlayedShares shares={playedShares} lengthSeconds={lengthSeconds} />}
    </>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function PlayedShares({ shares, lengthSeconds }: { shares: number[]; lengthSeconds: number }) {
  const startsAt = (part: number) => formatClock(Math.floor((part * lengthSeconds) / shares.length))
  const drops = shares.map((share, part) => (part === 0 ? 0 : shares[part - 1]! - share))
  const largest = Math.max(...drops)
  const stop = drops.indexOf(largest)
  return (
    <figure className={styles.shares}>
      <figcaption>Share of those who started the lesson and played each part of it</figcaption>
      <div className={styles.bars} aria-hidden="true">
        {shares.map((share, part) => (
          <i
            key={getPartKey(part)}
            className={largest > 0 && part === stop ? styles.stop : undefined}
            style={{ blockSize: `${Math.max(share, 1)}%` }}
          />
        ))}
      </div>
      <p className={styles.axis} aria-hidden="true">
        <span>{startsAt(0)}</span>
        <span>{formatClock(lengthSeconds)}</span>
      </p>
      <p>{largest > 0 ? `The largest drop is at ${startsAt(stop)}.` : 'No drop on the way.'}</p>
      <NumbersTable shares={shares} startsAt={startsAt} />
    </figure>
  )
}

function NumbersTable({ shares, startsAt }: { shares: number[]; startsAt: (part: number) => string }) {
  return (
    <details>
      <summary>The numbers</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Played by</th>
          </tr>
        </thead>
        <tbody>
          {shares.map((share, part) => (
            <tr key={getPartKey(part)}>
              <th scope="row">{startsAt(part)}</th>
              <td>{share}%</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const getPartKey = (part: number) => `part ${part}`
