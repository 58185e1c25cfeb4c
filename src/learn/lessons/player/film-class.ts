import styles from './film-class.module.css'
import { type FilmShape, findFilmBox } from './film-shape.ts'

/** The class of a box for a film. Null: the box of 16:9. */
export function getFilmClass(shape: FilmShape | null | undefined): string | null {
  const box = findFilmBox(shape)
  return box && `${styles.film} ${styles[box]}`
}
