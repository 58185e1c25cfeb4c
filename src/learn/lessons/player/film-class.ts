import { type FilmShape, findFilmBox } from './film-shape.ts'

/** The classes of a box for a film, of `film-class.css`, which the user of the box loads. Null: the box of 16:9. */
export function getFilmClass(shape: FilmShape | null | undefined): string | null {
  const box = findFilmBox(shape)
  return box && `film film-${box}`
}
