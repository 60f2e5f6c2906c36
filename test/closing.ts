/**
 * Puts away what a test, or a file of tests, leaves behind. A worker runs one file after another and keeps what they import, so that
 * a hook in an imported module would be heard by the first file alone: those of `setup.ts` are made for each.
 */
type Close = () => Promise<void> | void

const closing: Readonly<Record<'test' | 'file', Close[]>> = { test: [], file: [] }

/** Called after the test, the last first. */
export function atEnd(close: Close): void {
  closing.test.push(close)
}

/** Called after the last test of the file, the last first. */
export function atEndOfFile(close: Close): void {
  closing.file.push(close)
}

/** One that fails keeps none from being called: whatever stayed open would be met by the next file. */
export async function closeAll(of: 'test' | 'file'): Promise<void> {
  const faults: unknown[] = []
  for (const close of closing[of].splice(0).reverse()) {
    try {
      await close()
    } catch (fault) {
      faults.push(fault)
    }
  }
  if (faults.length > 0) throw faults[0]
}
