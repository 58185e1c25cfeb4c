import { Download } from 'lucide-react'
import { saveFile } from '#ui/browser/save-file.ts'
import { Button } from '#ui/button.tsx'
import { focusField } from '#ui/focus.ts'
import { LeaveGuard } from '#ui/layout/leave-guard.tsx'
import { useSite } from '#ui/use-site.ts'
import { CopyButton } from './copy-button.tsx'
import styles from './second-factor.module.css'
import settings from './settings.module.css'

type Props = { codes: string[]; email: string; onSaved: () => void }

export function RecoveryCodes({ codes, email, onSaved }: Props) {
  const site = useSite()
  const text = `${site?.name ?? location.host}: recovery codes of ${email}\nEach works once, instead of a code from the app.\n\n${codes.join('\n')}\n`
  return (
    <div className={settings.form}>
      <h3 className={styles.step} ref={focusField} tabIndex={-1}>
        Your recovery codes
      </h3>
      <p>
        If you lose your phone, each code logs you in once instead of a code from the app.{' '}
        <b>We only show them once.</b>
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
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          <Download size={16} /> Download
        </Button>
      </div>
      <div className={settings.send}>
        <Button onClick={onSaved}>I’ve saved them</Button>
      </div>
      <LeaveGuard title="Have you saved your codes?" leaveLabel="Leave the page" stayLabel="Back to the codes">
        <p>We don’t show these recovery codes again.</p>
      </LeaveGuard>
    </div>
  )
}
