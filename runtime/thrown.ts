/** What can be said of something that was thrown: anything may be, also what has no text. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown)
  } catch {
    return 'something without a text was thrown'
  }
}
