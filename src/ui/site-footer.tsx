import { Mark } from './mark.tsx'
import styles from './site-footer.module.css'
import text from './text.module.css'
import { ZoneName } from './when.tsx'

export function SiteFooter({ support, year }: { support?: string | undefined; year?: number | undefined }) {
  return (
    <footer className={styles.foot}>
      <div className={text.wrap}>
        <div className={styles.grid}>
          <div className={styles.about}>
            <Mark />
            <p>Live and on-demand courses, taught by people who make the thing for a living.</p>
            {support && (
              <p>
                Stuck? Write to{' '}
                <a className={text.link} href={`mailto:${support}`}>
                  {support}
                </a>
                . A person answers, usually the same day.
              </p>
            )}
          </div>
          <nav aria-labelledby="foot-learn">
            <h2 id="foot-learn">Learn</h2>
            <ul className={text.plain}>
              <li>
                <a href="/#courses">All courses</a>
              </li>
              <li>
                <a href="/#soon">Starting soon</a>
              </li>
              <li>
                <a href="/portal">Your portal</a>
              </li>
            </ul>
          </nav>
          <nav aria-labelledby="foot-house">
            <h2 id="foot-house">The house</h2>
            <ul className={text.plain}>
              <li>
                <a href="/#how">How it works</a>
              </li>
              <li>
                <a href="/#creators">For creators</a>
              </li>
            </ul>
          </nav>
        </div>
        <div className={styles.end}>
          <p>© {year} Understudy</p>
          <p className={styles.settings}>
            <span>Prices in US dollars</span>
            <span>
              Times in <ZoneName otherwise="the class’s own zone" />
            </span>
          </p>
        </div>
      </div>
    </footer>
  )
}
