/** "Four": a seat count for the start of a sentence. */
export function formatSeatCount(seats: number): string {
  return NUMBER_WORDS[seats] ?? String(seats)
}

const NUMBER_WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']
