import type { QrCode } from '#platform/pictures/qr-code.ts'
import { Poster } from '#ui/poster.tsx'
import type { CertificateTexts } from '../documents/certificate-drawing.ts'
import styles from './certificate-drawing-view.module.css'

type Props = {
  texts: Pick<
    CertificateTexts,
    'issuerName' | 'holder' | 'statement' | 'courseTitle' | 'signature' | 'hours' | 'number'
  >
  poster: string
  focal: number
  hue: string
  proof?: { url: string; code: QrCode }
}

export function CertificateDrawingView({ texts, poster, focal, hue, proof }: Props) {
  const { issuerName, holder, statement, courseTitle, signature, hours, number } = texts
  const [strong, ...rest] = signature
  return (
    <div className={styles.certificate} data-hue={hue} data-print="certificate">
      <div className={styles.inner} aria-hidden="true">
        <div className={styles.art}>
          <Poster src={poster} focal={focal} />
        </div>
        <div className={styles.text}>
          <p className={styles.top}>
            <b>{issuerName}</b> <span>Certificate of completion</span>
          </p>
          <div className={styles.claim}>
            <p>This certifies that</p>
            <p className={styles.name} data-length={getNameLength(holder)}>
              {holder}
            </p>
            <p className={styles.statement}>{statement}</p>
            <p className={styles.course}>{courseTitle}</p>
          </div>
          <div className={styles.base}>
            <p>
              <b>{strong}</b>
              {rest.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </p>
            {proof && <Proof url={proof.url} code={proof.code} number={number} />}
          </div>
        </div>
        {hours !== null && (
          <p className={styles.hours}>
            {hours} h<small>of learning</small>
          </p>
        )}
      </div>
    </div>
  )
}

function Proof({ url, code, number }: { url: string; code: QrCode; number: string }) {
  const { host, pathname } = new URL(url)
  const slash = pathname.lastIndexOf('/') + 1
  return (
    <div className={styles.proof}>
      <p>
        <span>Check it at</span>
        <span>
          {host}
          {pathname.slice(0, slash)}
        </span>
        <span>{pathname.slice(slash)}</span>
        <b>{number}</b>
      </p>
      <svg viewBox={`0 0 ${code.size} ${code.size}`} shapeRendering="crispEdges" role="presentation">
        <path d={code.path} />
      </svg>
    </div>
  )
}

const SHORT = 12
const MEDIUM = 26
const LONG = 48

function getNameLength(name: string): string {
  if (name.length <= SHORT) return 'short'
  if (name.length <= MEDIUM) return 'medium'
  return name.length <= LONG ? 'long' : 'longest'
}
