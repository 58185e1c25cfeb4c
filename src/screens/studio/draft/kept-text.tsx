import { Button } from '#ui/button.tsx'
import styles from './kept-text.module.css'
import type { SaverState, UnitSaver } from './unit-saver.ts'

const moment = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' })

/** Offers text of an earlier visit that never reached the server. */
export function KeptText<Body>({ saver, kept }: { saver: UnitSaver<Body>; kept: SaverState<Body>['kept'] }) {
  if (!kept) return null
  return (
    <section className={styles.kept} aria-label="Unsaved text">
      <p>You typed something here on {moment.format(kept.at)} that wasn’t saved. It’s still on this device.</p>
      <div>
        <Button size="compact" onClick={() => saver.restoreKept()}>
          Use it
        </Button>
        <Button look="quiet" size="compact" onClick={() => saver.discardKept()}>
          Discard it
        </Button>
      </div>
    </section>
  )
}
