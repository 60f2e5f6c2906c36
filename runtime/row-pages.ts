import type { RowPage } from './store/types.js'

/** The rows of an instance's table page by page, to its end; `read` asks for one. */
export async function* rowPages(
  read: (query: { readonly after?: string | number; readonly limit: number }) => Promise<RowPage>,
): AsyncGenerator<RowPage> {
  let after: string | number | null = null
  do {
    const page: RowPage = await read({ limit: ROWS, ...(after !== null && { after }) })
    yield page
    after = page.next
  } while (after !== null)
}

const ROWS = 500
