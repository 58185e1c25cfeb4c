import { useSite } from '#ui/use-site.ts'
import styles from './lesson-media.module.css'

const DEMO_SECONDS = 20

type Props = {
  noun: 'lesson' | 'recording'
  seconds: number | null
  /** How long the lesson or the session is said to take. A film that somebody uploads sets them itself. */
  minutes: number
}

/** Why a lesson of many minutes ends after seconds. */
export function DemoSentence({ noun, seconds, minutes }: Props) {
  const isDemo = useSite()?.isDemo === true
  if (!isDemo || seconds === null || seconds > DEMO_SECONDS || minutes <= 1) return null
  return <p className={styles.hint}>Demo: this 20-second clip replaces the {noun}.</p>
}
