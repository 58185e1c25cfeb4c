/** The hint of a field whose value a variable of the server decides. */
export function FromServer({ variable }: { variable: string }) {
  return (
    <>
      Set on the server by <code>{variable}</code>.
    </>
  )
}
