/** "Four": the number that a sentence begins with. */
export function seatsInWords(seats: number): string {
  return WORDS[seats] ?? String(seats)
}

const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']
