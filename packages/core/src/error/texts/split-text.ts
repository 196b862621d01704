/** Splits a text of a catalog at its placeholders: even elements are literals, odd ones are the names of placeholders. */
export function splitText(text: string): readonly string[] {
  return text.split(/[{}]/);
}
