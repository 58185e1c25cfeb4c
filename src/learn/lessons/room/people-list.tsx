import { useEffect, useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { changeProfile } from '#people/accounts/wire.ts'
import { CheckField, ErrorMessage } from '#ui/field.tsx'
import { listCoursePeople } from '../wire/course.ts'
import styles from './people-list.module.css'

type People = { isVisible: boolean; people: { name: string }[] }
type Props = { courseCode: string; as: SignedInAudience }

export function PeopleList({ courseCode, as }: Props) {
  const [people, setPeople] = useState<People | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    void browserClient()
      .call(listCoursePeople, { auth: as, params: { course: courseCode } })
      .then((response) => {
        if (!isCurrent) return
        if (response.error === null) setPeople(response.data.data)
        else setFailure(response.error)
      })
    return () => {
      isCurrent = false
    }
  }, [as, courseCode])

  const showMe = async (isVisible: boolean) => {
    if (!people) return
    setPeople({ ...people, isVisible })
    const response = await browserClient().call(changeProfile, { body: { isVisibleToCohort: isVisible }, auth: as })
    setFailure(response.error)
    if (response.error !== null) setPeople(people)
  }

  return (
    <section className={styles.block} aria-labelledby="people">
      <h2 id="people">People in your group</h2>
      {failure && <ErrorMessage>{failure}</ErrorMessage>}
      {!people && !failure && <p role="status">Loading the people in your group…</p>}
      {people && (
        <>
          {people.people.length > 0 ? (
            <ul>
              {people.people.map(({ name }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same short name, and the list never changes its order
                <li key={index}>
                  <b aria-hidden="true">{name.charAt(0)}</b> {name}
                </li>
              ))}
            </ul>
          ) : (
            <p>Nobody in your group has chosen to be shown yet.</p>
          )}
          <CheckField
            name="isVisibleToCohort"
            label="Show my first name and initial to the people in my groups"
            checked={people.isVisible}
            onChange={(event) => void showMe(event.currentTarget.checked)}
          />
        </>
      )}
    </section>
  )
}
