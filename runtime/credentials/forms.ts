/** The texts in which a value can turn up: itself, and as JSON, addresses, base64 and hexadecimal write it. */

/**
 * Shorter values are not looked for: they would be found in texts that have nothing to do with them. Who configures such a secret bears
 * the risk; the host hears of it as `short_secret`.
 */
export const MIN_SECRET_BYTES = 8

/** None for a value that is too short. Each takes at least `MIN_SECRET_BYTES`, in bytes of UTF-8. */
export function formsOf(value: string): readonly Buffer[] {
  const texts = new Set<string>()
  // A file of a secret often ends with a line feed, which is lost where it is printed; lines may be told apart in two ways.
  for (const written of [value, value.trim(), value.replaceAll(/\r?\n/g, '\r\n')]) {
    if (Buffer.byteLength(written) < MIN_SECRET_BYTES) continue
    for (const form of [written, ...jsonForms(written), ...addressForms(written), ...byteForms(Buffer.from(written))]) texts.add(form)
  }
  return [...texts].map((text) => Buffer.from(text)).filter(({ length }) => length >= MIN_SECRET_BYTES)
}

/** Within a JSON text, within a JSON text that stands in another one, and with what is not ASCII or a slash escaped. */
function jsonForms(value: string): readonly string[] {
  const once = JSON.stringify(value).slice(1, -1)
  const ascii = (digits: (code: string) => string): string =>
    once.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${digits(unit.charCodeAt(0).toString(16).padStart(4, '0'))}`)
  const single = [once, once.replaceAll('/', '\\/'), ascii((code) => code), ascii((code) => code.toUpperCase())]
  return [...single, ...single.map((text) => JSON.stringify(text).slice(1, -1))]
}

/** Escaped as a part of an address, as a form, and as little as can be; in digits of either case. */
function addressForms(value: string): readonly string[] {
  // An address cannot be made of half a surrogate pair.
  const text = value.toWellFormed()
  const strict = encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  const form = new URLSearchParams({ '': text }).toString().slice(1)
  const upper = [encodeURIComponent(text), strict, encodeURI(text), form]
  return [...upper, ...upper.map((one) => one.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()))]
}

function byteForms(bytes: Buffer): readonly string[] {
  const hex = bytes.toString('hex')
  const alone = bytes.toString('base64')
  // What stands before and after it in the same encoded text moves its bits: only what they decide alone is looked for.
  const within = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
  const base64 = [alone, alone.replaceAll('=', ''), ...within]
  const inLines = [alone, within[0] ?? ''].flatMap((text) =>
    [64, 76].map((width) => text.replaceAll(new RegExp(`(.{${width}})(?=.)`, 'g'), '$1\n')),
  )
  const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  return [hex, hex.toUpperCase(), ...base64, ...inLines, ...url]
}
