import { ZoneName } from '../local-time.tsx'
import text from '../text.module.css'
import { useSite } from '../use-site.ts'
import { Mark } from './mark.tsx'
import styles from './site-footer.module.css'

const GROUPS = [
  {
    id: 'foot-learn',
    title: 'Learn',
    links: [
      ['/#courses', 'All courses'],
      ['/how-it-works', 'How it works'],
      ['/faq', 'Questions'],
      ['/subscribe', 'Reminders'],
      ['/gift-card', 'Gift cards'],
      ['/refer-a-friend', 'Refer a friend'],
      ['/portal', 'Your portal'],
    ],
  },
  {
    id: 'foot-teach',
    title: 'Teach',
    links: [
      ['/creators', 'For creators'],
      ['/trainers', 'For trainers'],
      ['/business', 'For teams'],
      ['/login', 'Log in as admin'],
    ],
  },
  {
    id: 'foot-house',
    title: 'Company',
    links: [
      ['/about-us', 'About us'],
      ['/impact', 'Impact'],
      ['/enrollment-terms', 'Enrolment terms'],
      ['/privacy', 'Privacy'],
    ],
  },
] as const

type Props = {
  year?: number | undefined
  prices?: string
  isDemo?: boolean | undefined
}

export function SiteFooter({ year, prices = 'Prices in US dollars', isDemo = false }: Props) {
  const { name, footerLine, support } = useSite() ?? {}
  return (
    <footer className={styles.foot}>
      <div className={text.wrap}>
        <div className={styles.grid}>
          <div className={styles.about}>
            <Mark />
            {footerLine && <p>{footerLine}</p>}
            {support && (
              <p>
                Stuck? Write to{' '}
                <a className={text.link} href={`mailto:${support}`}>
                  {support}
                </a>
                . A person answers.
              </p>
            )}
          </div>
          {GROUPS.map(({ id, title, links }) => (
            <nav key={id} aria-labelledby={id}>
              <h2 id={id}>{title}</h2>
              <ul className={text.plain}>
                {links.map(([href, label]) => (
                  <li key={href}>
                    <a href={href}>{label}</a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className={styles.end}>
          <p>
            © {year} {name}
          </p>
          {isDemo && <p>This is a demo: all people are invented and no money moves.</p>}
          <p className={styles.settings}>
            <button className={styles.choices} type="button" data-consent-opener hidden>
              Cookie choices
            </button>
            <button className={styles.choices} type="button" data-key-switch hidden />
            <span>{prices}</span>
            <span>
              Times in <ZoneName otherwise="the class’s time zone" />
            </span>
          </p>
        </div>
      </div>
    </footer>
  )
}
