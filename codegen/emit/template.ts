import Handlebars from 'handlebars'

/**
 * Lays out a view. Templates decide nothing: a view holds texts, and lists of texts, ready to stand where they are named. A name
 * that the view lacks is an error, and nothing is escaped as HTML.
 */
export function template<View extends object>(text: string): (view: View) => string {
  return Handlebars.compile<View>(text.trimStart(), { noEscape: true, strict: true })
}
