import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserClient } from '#http/client.ts'
import { useSite } from '#ui/use-site.ts'
import { readStory } from '../wire/story.ts'
import styles from './story-note.module.css'

const POLL_INTERVAL_MS = 4000

/** @param isWide on a page without a margin of its own */
export function StoryNote({ isWide = false }: { isWide?: boolean }) {
  const isDemo = useSite()?.isDemo === true
  return isDemo ? <DemoStoryNote isWide={isWide} /> : null
}

function DemoStoryNote({ isWide }: { isWide: boolean }) {
  const { revalidate } = useRevalidator()
  const [percent, setPercent] = useState<number | null>(null)

  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasRunning = false
    const poll = async () => {
      const response = await browserClient().call(readStory, { auth: 'admin' })
      if (isGone) return
      if (response.error !== null) {
        if (wasRunning) timer = setTimeout(poll, POLL_INTERVAL_MS)
        return
      }
      const next = response.data.data.percent
      setPercent(next)
      if (next === null && wasRunning) void revalidate()
      wasRunning = next !== null
      if (wasRunning) timer = setTimeout(poll, POLL_INTERVAL_MS)
    }
    void poll()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [revalidate])

  if (percent === null) return null
  return (
    <section className={isWide ? `${styles.note} ${styles.wide}` : styles.note} aria-labelledby="story">
      <h2 id="story">The demo is writing its last twelve weeks</h2>
      <p>
        Orders, learners and messages appear over the next few minutes. You can look around meanwhile. What you change
        before it has ended may get in its way.
      </p>
      <progress max={100} value={percent} aria-labelledby="story">
        {percent} %
      </progress>
    </section>
  )
}
