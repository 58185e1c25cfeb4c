import styles from './settings-menu.module.css'

const KEYS = [
  ['Space or K', 'play or pause'],
  ['← →', '5 seconds back or on'],
  ['J L', '10 seconds back or on'],
  ['↑ ↓', 'volume'],
  ['M', 'mute'],
  ['0–9', 'a tenth of the video'],
  ['Home End', 'the start or the end'],
  ['C', 'captions'],
  ['F', 'full screen'],
  ['P', 'picture in picture'],
  ['< >', 'slower or faster'],
  ['N', 'note at this time'],
  ['Shift N', 'next lesson'],
  [', .', 'one frame, when paused'],
] as const

export function KeyList() {
  return (
    <dl className={styles.keys}>
      {KEYS.map(([key, action]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{action}</dd>
        </div>
      ))}
    </dl>
  )
}
