/** The parts of a unit that the overview edits. The other fields are saved as they are. */
export type Addresses = { pages: string[] }
