import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A part whose script is fetched when it is first shown, and what stands there when the line is gone. */
export function later<Props>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props> = NotLoaded,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(() => Missing) }))
}

function NotLoaded() {
  return <p role="alert">This part could not be loaded. Please look whether you are online, and load the page again.</p>
}
