/** What an emitter answers with: a text and where it belongs. `write.ts` lays it out (`ts`, `json`, `md`) and puts it there. */
export interface GeneratedFile {
  /** From the project's root, with `/`. */
  readonly path: string
  readonly text: string
  readonly language: Language
}

export type Language = 'ts' | 'json' | 'md' | 'svg' | 'tla' | 'cfg' | 'txt'
