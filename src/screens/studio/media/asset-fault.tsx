import type { AssetView } from '#learn/course-media/wire/assets.ts'
import { ErrorMessage } from '#ui/field.tsx'
import styles from './asset-row.module.css'

export function AssetFault({ asset: { state, fault, faultLines } }: { asset: AssetView }) {
  const sentence =
    state === 'failed'
      ? fault
      : faultLines.length > 0 && 'One part of the processing failed. The file can still be used.'
  if (!sentence) return null
  return (
    <div className={styles.fault}>
      <ErrorMessage>{sentence}</ErrorMessage>
      {faultLines.length > 0 && (
        <details>
          <summary>Technical details</summary>
          <pre>{faultLines.join('\n')}</pre>
        </details>
      )}
    </div>
  )
}
