/** Returns the text of a decimal number without zeros at the end of its fraction. */
function withoutZeros(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text[end - 1] === '0') end--;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/**
 * Returns a decimal number as JSON can represent it: a number, or its text if a number would lose digits. Null for infinity and for what is
 * not a number.
 */
export function exactNumber(text: string): number | string | null {
  if (!/^-?\d/.test(text)) return null;
  const plain = withoutZeros(text);
  const number = Number(plain);
  // Beyond the safe integers, readers round other strings to the same number.
  const isExact = String(number) === plain && (!Number.isInteger(number) || Number.isSafeInteger(number));
  return isExact ? number : text;
}
