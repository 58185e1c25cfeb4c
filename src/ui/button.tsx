import type { ComponentProps } from 'react'
import styles from './button.module.css'

type Look = { look?: 'course' | 'quiet' | 'bare' | 'danger'; size?: 'compact' | 'tall'; wide?: boolean }

export function Button({ look, size, wide, type = 'button', ...button }: Look & ComponentProps<'button'>) {
  return <button {...button} type={type} className={getButtonClass({ look, size, wide })} />
}

export function ButtonLink({ look, size, wide, ...link }: Look & ComponentProps<'a'>) {
  return <a {...link} className={getButtonClass({ look, size, wide })} />
}

export function getButtonClass({ look, size, wide }: { [Part in keyof Look]: Look[Part] | undefined }): string {
  return [styles.button, look && styles[look], size && styles[size], wide && styles.wide].filter(Boolean).join(' ')
}
