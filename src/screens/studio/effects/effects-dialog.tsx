import {
  ArrowRightLeft,
  Banknote,
  BookOpen,
  CalendarClock,
  CircleOff,
  GraduationCap,
  Hourglass,
  Lock,
  type LucideIcon,
  Mail,
  ReceiptText,
  RotateCcw,
  ShieldCheck,
  ShoppingCart,
  Trash2,
  Users,
} from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import type { EffectView } from '#http/effects/effects.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { Money } from '#ui/money.tsx'
import { StudioDialog } from '../frame/studio-dialog.tsx'
import styles from './effects.module.css'

type Props = {
  ref: RefObject<HTMLDialogElement | null>
  title: ReactNode
  /** Above the list, such as the fields of what is changed. */
  children?: ReactNode
  /** Below the list, such as the reason. */
  below?: ReactNode
  /** Null: not read yet. */
  effects: readonly EffectView[] | null
  isChanged: boolean
  error: string | null
  isBusy: boolean
  /** The change is on its way. */
  isSaving?: boolean
  note?: ReactNode
  cancelLabel?: string
  confirmLabel: string
  isDanger?: boolean
  /** False: something is missing before it can be confirmed. */
  canConfirm?: boolean
  onConfirm: () => void
  /** Lists the effects again, where that has failed. */
  onRetry?: () => void
  onClose?: () => void
}

/** What a change does, before it is made. */
export function EffectsDialog({ effects, isChanged, error, isBusy, confirmLabel, onConfirm, ...props }: Props) {
  const {
    children,
    below,
    isDanger = false,
    canConfirm = true,
    cancelLabel = 'Keep it as it is',
    isSaving,
    onRetry,
    onClose,
  } = props
  return (
    <StudioDialog
      ref={props.ref}
      title={props.title}
      note={props.note}
      cancelLabel={cancelLabel}
      isBusy={isSaving}
      {...(onClose && { onClose })}
      actions={
        effects ? (
          <Button
            {...(isDanger && { look: 'danger' as const })}
            size="compact"
            aria-busy={isBusy}
            aria-disabled={!canConfirm}
            onClick={() => canConfirm && !isBusy && onConfirm()}
          >
            {confirmLabel}
          </Button>
        ) : (
          error &&
          onRetry && (
            <Button size="compact" aria-busy={isBusy} onClick={() => !isBusy && onRetry()}>
              Try again
            </Button>
          )
        )
      }
    >
      {children}
      {error && <ErrorMessage>{error}</ErrorMessage>}
      {isChanged && (
        <ErrorMessage>
          Something has changed since you read this. Please read the list again, then confirm it.
        </ErrorMessage>
      )}
      <EffectItems effects={effects} isBusy={isBusy} />
      {below}
    </StudioDialog>
  )
}

/** `Move`, or `Move and e-mail 14 learners`. */
export function labelChange(effects: readonly EffectView[] | null, verb: string): string {
  const count = effects?.find(({ code }) => code === 'learners-emailed')?.count ?? 0
  if (count === 0) return verb
  return `${verb} and e-mail ${count === 1 ? '1 learner' : `${count} learners`}`
}

/** After the change: `Moved.`, or `Moved. 14 learners get an e-mail within half an hour.` */
export function sayDone(effects: readonly EffectView[] | null, done: string): string {
  const count = effects?.find(({ code }) => code === 'learners-emailed')?.count ?? 0
  if (count === 0) return `${done}.`
  return `${done}. ${count === 1 ? '1 learner gets' : `${count} learners get`} an e-mail within half an hour.`
}

/** The region stays, so that a screen reader says what comes into it. */
function EffectItems({ effects, isBusy }: { effects: readonly EffectView[] | null; isBusy: boolean }) {
  return (
    <div className={styles.list} aria-live="polite" aria-busy={isBusy}>
      {effects?.length === 0 && <p>This concerns nobody.</p>}
      {effects && effects.length > 0 && (
        <>
          <h3>What this does</h3>
          <ul>
            {effects.map(({ code, message, amount }) => {
              const Icon = ICONS[code] ?? ArrowRightLeft
              return (
                <li key={`${code} ${message}`} data-effect={code}>
                  <Icon size={18} aria-hidden />
                  <span>
                    {message} {amount && <Money {...amount} exact />}
                  </span>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </div>
  )
}

const ICONS: Readonly<Record<string, LucideIcon>> = {
  'profile-emptied': Trash2,
  'learners-emailed': Mail,
  'refunds-possible': RotateCcw,
  'lessons-move': BookOpen,
  'access-extended': Lock,
  'access-stays': Lock,
  'seat-moves': Users,
  'seat-freed': Users,
  'pro-sessions-lost': CalendarClock,
  'seats-stay': Users,
  'money-stays': Banknote,
  'checkouts-go-on': ShoppingCart,
  'checkouts-hurry': ShoppingCart,
  'checkouts-end': ShoppingCart,
  'waitlist-stays': Hourglass,
  'waitlist-closes': Hourglass,
  'waitlist-ends': Hourglass,
  'offers-shortened': Hourglass,
  'seats-offered': Mail,
  'news-ends': Mail,
  'buyers-emailed': Mail,
  'courses-complete': GraduationCap,
  disputed: RotateCcw,
  'news-sent': Mail,
  'fewer-seats': Users,
  'seats-end': Users,
  'closes-earlier': CalendarClock,
  'enrolment-ends': CircleOff,
  'sale-ends': CircleOff,
  refunded: RotateCcw,
  'role-given': ShieldCheck,
  'role-removed': CircleOff,
  'role-lowered': CircleOff,
  'creator-replaced': Users,
  'password-missing': Lock,
  'sessions-end': Lock,
  'data-removed': Trash2,
  'books-stay': ReceiptText,
  'certificates-revoked': GraduationCap,
  'course-orphaned': BookOpen,
  'courses-stay': BookOpen,
}
