/** Of the names that there are those that somebody may have meant: the same in other letters, one that holds it, or one that a slip of the hand away is it. */
export function nearest(name: string, known: Iterable<string>): readonly string[] {
  const said = name.toLowerCase()
  const near = [...new Set(known)].flatMap((one) => {
    const other = one.toLowerCase()
    const slips = other === said ? 0 : slipsBetween(said, other)
    const isNear = slips <= Math.min(2, Math.floor(said.length / 3)) || (said.length >= 3 && other.includes(said))
    return isNear ? [{ one, slips }] : []
  })
  return near
    .sort((a, b) => a.slips - b.slips)
    .slice(0, MOST)
    .map(({ one }) => one)
}

const MOST = 5

/** Letters that must be put in, taken out or changed to make one of the other. */
function slipsBetween(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let n = 1; n <= a.length; n += 1) {
    const row = [n]
    for (let m = 1; m <= b.length; m += 1)
      row.push(Math.min(above[m]! + 1, row[m - 1]! + 1, above[m - 1]! + (a[n - 1] === b[m - 1] ? 0 : 1)))
    above = row
  }
  return above[b.length]!
}
