import { Button } from '#ui/button.tsx'
import styles from './asset-captions.module.css'

type Props = { count: number; sentences: string[]; isBusy: boolean; onRepair: () => void; onCancel: () => void }

export function CaptionRepairs({ count, sentences, isBusy, onRepair, onCancel }: Props) {
  return (
    <section className={styles.repairs} aria-label="Repairs">
      <p role="alert">
        <b>{count === 1 ? '1 cue needs a repair' : `${count} cues need a repair`}</b> before this file can be saved.
      </p>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {sentences.length === MAX_SHOWN && <p>These are the first {MAX_SHOWN} repairs.</p>}
      <div className={styles.actions}>
        <Button size="compact" disabled={isBusy} onClick={onRepair}>
          Repair and save
        </Button>
        <Button look="quiet" size="compact" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  )
}

/** The server lists as many. */
const MAX_SHOWN = 20
