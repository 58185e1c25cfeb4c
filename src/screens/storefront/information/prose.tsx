import styles from './prose.module.css'

export function Prose({ html }: { html: string }) {
  if (html === '') return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from Markdown with HTML off, in information-text.ts
  return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />
}
