import { Chip } from '#ui/chip.tsx'
import acts from './how-it-works.module.css'

/** Picture of a step. Null for a step without one. */
export function StepPicture({ step }: { step: string }) {
  switch (step) {
    case 'choose':
      return (
        <div className={acts.vignette} data-hue="vermilion" aria-hidden="true">
          <PictureCard title="Live" note="On set dates" />
          <PictureCard title="On demand" note="Whenever you like" />
        </div>
      )
    case 'pay':
      return (
        <div className={acts.vignette} data-hue="cobalt" aria-hidden="true">
          <PictureCard title="Your seat" note="Held while you pay" chip="15 minutes" />
          <PictureCard title="Your receipt" note="In your e-mail, with the dates" />
        </div>
      )
    case 'prepare':
      return (
        <div className={acts.vignette} data-hue="teal" aria-hidden="true">
          <PictureCard title="In your calendar" note="Every session, in your time zone" />
          <PictureCard title="In your portal" note="The next session and its topic" />
        </div>
      )
    case 'show':
      return (
        <div className={acts.vignette} data-hue="fern" aria-hidden="true">
          <PictureCard title="Your lessons" note="They open where you left off" />
          <PictureCard title="Your certificate" note="If the course has one" />
        </div>
      )
    default:
      return null
  }
}

function PictureCard({ title, note, chip }: { title: string; note: string; chip?: string }) {
  return (
    <p className={acts.slip}>
      <b>{title}</b>
      <small>{note}</small>
      {chip && <Chip tone="good">{chip}</Chip>}
    </p>
  )
}
