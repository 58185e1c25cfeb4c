import { Download } from 'lucide-react'
import { focusHere } from '#ui/arrival.ts'
import { Button } from '#ui/button.tsx'
import { saveFile } from '#ui/save-file.ts'
import { CopyButton } from './copy-button.tsx'
import styles from './second-factor.module.css'
import settings from './settings.module.css'

type Props = { codes: string[]; email: string; onKept: () => void }

export function RecoveryCodes({ codes, email, onKept }: Props) {
  const text = `Understudy: recovery codes of ${email}\nEach works once, in place of a code from the app.\n\n${codes.join('\n')}\n`
  return (
    <div className={settings.form}>
      <h3 className={styles.step} ref={focusHere} tabIndex={-1}>
        Your recovery codes
      </h3>
      <p>
        For the day your phone is lost: each one lets you in once, in place of a code from the app.{' '}
        <b>You see them only now.</b>
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={settings.send}>
        <CopyButton text={codes.join('\n')} label="Copy the codes" />
        <Button
          look="quiet"
          size="compact"
          aria-label="Download the codes"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'understudy-recovery-codes.txt')}
        >
          <Download size={16} /> Download
        </Button>
      </div>
      <div className={settings.send}>
        <Button onClick={onKept}>I have put them away</Button>
      </div>
    </div>
  )
}
