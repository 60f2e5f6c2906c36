import { tlaName } from './names.js'

/**
 * The names of one text, which holds these words and is a module of this name: what is asked for again has the name that it has,
 * and a name that is taken already gets `_` at its end.
 */
export function claims(words: string, wishedModule: string) {
  const taken = new Set(words.split(/\s+/))
  const own: ReadonlySet<string> = new Set(taken)
  const given = new Map<string, string>()
  const module = tlaName(wishedModule, own)
  taken.add(module)
  return {
    module,
    own,
    claim(parts: readonly string[], wished: string): string {
      const key = JSON.stringify(parts)
      const known = given.get(key)
      if (known !== undefined) return known
      let name = wished
      while (taken.has(name)) name += '_'
      taken.add(name)
      given.set(key, name)
      return name
    },
    /** A parameter or bound variable takes no name from the globals. */
    local(name: string, scope: ReadonlySet<string>): string {
      return free(tlaName(name, own), scope)
    },
    /** A name that is spelt, or one like it that neither a global nor anything in `scope` has. */
    free,
  }

  function free(spelt: string, scope: ReadonlySet<string>): string {
    let name = spelt
    while (taken.has(name) || scope.has(name)) name += '_'
    return name
  }
}
