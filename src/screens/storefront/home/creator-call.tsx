import { ButtonLink } from '#ui/button.tsx'
import { Poster } from '#ui/poster.tsx'
import text from '#ui/text.module.css'
import { useSite } from '#ui/use-site.ts'
import styles from './creator-call.module.css'

export function CreatorCall() {
  const { name = '', support = '' } = useSite() ?? {}
  return (
    <section className={`${text.wrap} ${text.section}`} aria-labelledby="creators">
      <div className={styles.call}>
        <div>
          <h2 id="creators">Put your name on&nbsp;the&nbsp;bill</h2>
          <p>
            You bring what you know. We run the rest: the page, the seats, the payments, the e-mail. And every course
            gets its own poster, printed from its code. Not keen on it? Generate another.
          </p>
          <ButtonLink size="tall" href={`mailto:${support}?subject=${encodeURIComponent(`Teaching at ${name}`)}`}>
            Teach at {name}
          </ButtonLink>
        </div>
        <ul className={styles.prints} aria-label="Three posters for one course">
          <li>
            <Poster src="/art/print-1.svg" alt="Ribbons" loading="lazy" />
          </li>
          <li>
            <Poster src="/art/print-2.svg" alt="Contour lines" loading="lazy" />
          </li>
          <li>
            <Poster src="/art/print-3.svg" alt="The blades of a lens" loading="lazy" focal={45} />
          </li>
        </ul>
      </div>
    </section>
  )
}
