import { Chip } from '#ui/chip.tsx'
import { Poster } from '#ui/poster.tsx'
import acts from './acts.module.css'

/** What a step looks like, for the steps that have a picture. */
export function StepPicture({ step }: { step: string }) {
  switch (step) {
    case 'choose':
      return (
        <div className={acts.vignette} data-hue="vermilion" aria-hidden="true">
          <Slip title="Live" note="On set dates, in a small room" />
          <Slip title="On demand" note="Whenever you like" />
        </div>
      )
    case 'pay':
      return (
        <div className={acts.vignette} data-hue="cobalt" aria-hidden="true">
          <Slip title="Your seat" note="Held while you pay" chip="15 minutes" />
          <Slip title="Your receipt" note="In your mailbox, with the dates" />
        </div>
      )
    case 'prepare':
      return (
        <div className={acts.vignette} data-hue="teal" aria-hidden="true">
          <Slip title="In your calendar" note="Every session, in your own zone" />
          <Slip title="In your portal" note="What is next, and what it is about" />
        </div>
      )
    case 'show':
      return (
        <figure className={acts.screening} aria-hidden="true">
          <Poster src="/art/still.svg" loading="lazy" />
          <figcaption>
            <b>Rain on Session Road</b>
            <span>2:48</span>
          </figcaption>
        </figure>
      )
    default:
      return null
  }
}

function Slip({ title, note, chip }: { title: string; note: string; chip?: string }) {
  return (
    <p className={acts.slip}>
      <b>{title}</b>
      <small>{note}</small>
      {chip && <Chip tone="good">{chip}</Chip>}
    </p>
  )
}
