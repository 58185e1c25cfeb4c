/** The parts of the units that the overview edits. The other fields are saved as they are. */
export type About = { title: string; subtitle: string }
export type Addresses = { pages: string[] }
