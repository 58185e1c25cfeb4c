import { Info } from 'lucide-react'
import { describeLearners, EVERYBODY } from '#domain/messages/learner-choice.ts'
import type { RecipientFilter } from '#learn/messages/recipient-filter.ts'
import type { MessageDetail } from '#learn/messages/wire.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { countPeople, describeReaders } from './message-words.ts'
import styles from './messages.module.css'

type Props = { message: MessageDetail; filter: RecipientFilter; onChange: (filter: RecipientFilter) => void }

const SOME = 'one'

/** Who gets the message. The people are those of the last saved choice. */
export function RecipientsCard({ message, filter, onChange }: Props) {
  const { chosenCount, readers, unproved, turnedOff, unreachable, cohorts, learners } = message
  const isOne = filter.person !== null
  return (
    <section className={styles.card} aria-labelledby="recipients">
      <div className={styles.to}>
        <h2 id="recipients" aria-live="polite">
          To {describeReaders(message)}
        </h2>
      </div>
      <div className={styles.choices}>
        <SelectField
          name="cohort"
          label="Learners"
          value={isOne ? SOME : (filter.cohort ?? '')}
          onChange={({ currentTarget: { value } }) =>
            onChange(
              value === SOME
                ? { ...EVERYBODY, person: learners[0]?.personId ?? null }
                : { ...filter, cohort: value || null, person: null },
            )
          }
        >
          <option value="">Everybody in the course</option>
          {cohorts.length > 1 &&
            cohorts.map(({ cohortCode, name }) => (
              <option key={cohortCode} value={cohortCode}>
                {name}
              </option>
            ))}
          {learners.length > 0 && <option value={SOME}>One learner</option>}
        </SelectField>
        {isOne ? (
          <SelectField
            name="person"
            label="Learner"
            value={filter.person ?? ''}
            onChange={({ currentTarget }) => onChange({ ...filter, person: currentTarget.value })}
          >
            {!learners.some(({ personId }) => personId === filter.person) && (
              <option value={filter.person ?? ''}>No learner any more</option>
            )}
            {learners.map(({ personId, name }) => (
              <option key={personId} value={personId}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : (
          <SelectField
            name="state"
            label="Progress"
            value={filter.state ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...filter, state: value === '' ? null : (value as RecipientFilter['state']) })
            }
          >
            <option value="">Finished or not</option>
            <option value="unfinished">Not finished yet</option>
            <option value="finished">Finished the course</option>
          </SelectField>
        )}
      </div>
      {filter.learners && (
        <p className={styles.part}>
          Only those listed as: {describeLearners(filter.learners).join(', ')}.{' '}
          <Button look="bare" size="compact" onClick={() => onChange({ ...filter, learners: null })}>
            Write to all of them
          </Button>
        </p>
      )}
      {readers.length > 0 && !isOne && (
        <details className={styles.names}>
          <summary>See all {chosenCount}</summary>
          <ul>
            {readers.map(({ personId, name }) => (
              <li key={personId}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
          {chosenCount > readers.length && <p>And {chosenCount - readers.length} more.</p>}
        </details>
      )}
      <LeftOut
        people={unproved}
        words={`${unproved.count === 1 ? 'hasn’t' : 'haven’t'} confirmed their address yet, so they get no e-mail`}
        condition=" once they have"
      />
      <LeftOut people={turnedOff} words="turned off e-mails like this one" />
      <LeftOut people={unreachable} words="can’t be reached at their address" />
      {chosenCount + unproved.count + turnedOff.count + unreachable.count === 0 && (
        <p className={styles.hint}>Only learners with access now get messages.</p>
      )}
    </section>
  )
}

type LeftOutProps = { people: MessageDetail['turnedOff']; words: string; condition?: string }

function LeftOut({ people: { count, names }, words, condition = '' }: LeftOutProps) {
  if (count === 0) return null
  const rest = count - names.length
  return (
    <p className={styles.leftOut}>
      <Info size={18} aria-hidden />
      <span>
        {countPeople(count)} {words}. They read the message in the portal{condition}:{' '}
        <bdi>{new Intl.ListFormat('en-GB').format(rest > 0 ? [...names, `${rest} more`] : names)}</bdi>.
      </span>
    </p>
  )
}
