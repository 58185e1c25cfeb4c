import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { Accordion } from '#ui/accordion.tsx'
import text from '#ui/text.module.css'
import { isFree } from '../course-labels.ts'
import styles from './questions-and-terms.module.css'

export function QuestionsAndTerms({ course }: { course: CourseDefinition }) {
  const { questions, refundTerms, refundNote } = course
  if (questions.length === 0 && isFree(course)) return null
  return (
    <div className={`${text.wrap} ${text.section} ${questions.length > 0 && !isFree(course) ? styles.two : ''}`}>
      {questions.length > 0 && (
        <section aria-labelledby="questions">
          <h2 id="questions">Fair questions</h2>
          {questions.map(({ question, answer }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two questions can be equal, and the list never changes here.
            <Accordion key={index} title={question} isOpen={index === 0}>
              <p className={styles.answer}>{answer}</p>
            </Accordion>
          ))}
        </section>
      )}
      {!isFree(course) && (
        <section aria-labelledby="refunds">
          <h2 id="refunds">If plans change</h2>
          <ul className={styles.terms}>
            {refundTerms.map(({ until, terms }) => (
              <li key={until}>
                <b>{until}</b>
                <span>{terms}</span>
              </li>
            ))}
          </ul>
          {refundNote && <p>{refundNote}</p>}
          <a className={text.link} href="/enrollment-terms">
            The full enrolment terms
          </a>
        </section>
      )}
    </div>
  )
}
