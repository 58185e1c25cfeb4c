/** The shape of the box in which a film is shown. Pure. */

/** In pixels, as the film is shown. */
export type FilmShape = { width: number; height: number }

/** Width divided by height. Public pages allow no style of a single element, so there is a class for each. */
const BOXES = {
  half: 1 / 2,
  phone: 9 / 16,
  photo: 2 / 3,
  tall: 3 / 4,
  post: 4 / 5,
  square: 1,
  screen: 4 / 3,
  slide: 3 / 2,
}
export type FilmBox = keyof typeof BOXES

/** Films that are this wide or wider, and those of an unknown shape, get the box of 16:9. */
const WIDE = 1.65

/** The box whose shape is next to that of a film. Null: 16:9. */
export function findFilmBox(shape: FilmShape | null | undefined): FilmBox | null {
  if (!shape || shape.width / shape.height >= WIDE) return null
  const getDistance = (box: FilmBox) => Math.abs(Math.log(BOXES[box]) - Math.log(shape.width / shape.height))
  return (Object.keys(BOXES) as FilmBox[]).reduce((best, box) => (getDistance(box) < getDistance(best) ? box : best))
}
