/** Letters, their marks, and digits; and the places where a word begins without another character before it. */
const NO_WORD = /[^\p{L}\p{M}\p{N}]+/u;
const LOWER_UPPER = /(\p{Ll})(\p{Lu})/gu;
const ABBREVIATION = /(\p{Lu})(\p{Lu}\p{Ll})/gu;

/**
 * Returns the words of the name of a table or a column, in lower case: `invoice`, `line` of `InvoiceLine`, `invoice_line`, and
 * `Invoice Line`. A name without letters and digits has none.
 */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(LOWER_UPPER, '$1 $2')
    .replace(ABBREVIATION, '$1 $2')
    .split(NO_WORD)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** Writes words as one, each with a capital: `InvoiceLine`. */
export function pascalCase(words: readonly string[]): string {
  return words.map(([first = '', ...others]) => first.toUpperCase() + others.join('')).join('');
}

/** Writes words as one: `invoiceLine`. */
export function camelCase([first = '', ...others]: readonly string[]): string {
  return first + pascalCase(others);
}
