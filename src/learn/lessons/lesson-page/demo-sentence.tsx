import { useSite } from '#ui/use-site.ts'
import styles from './lesson-media.module.css'

const DEMO_SECONDS = 20

export function DemoSentence({ noun, seconds }: { noun: 'lesson' | 'recording'; seconds: number | null }) {
  const isDemo = useSite()?.isDemo === true
  if (!isDemo || seconds === null || seconds > DEMO_SECONDS) return null
  return <p className={styles.hint}>Demo: this 20-second clip replaces the {noun}.</p>
}
