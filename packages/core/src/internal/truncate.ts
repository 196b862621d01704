/**
 * Returns the beginning of a text from a client for use inside a message. Default: 100 characters. Replaces control
 * characters and line separators with spaces.
 */
export function truncate(text: string, maxLength: number = 100): string {
  const shown = text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
  // Control characters and lone surrogates would break the line or the encoding of the program that displays the
  // message.
  return shown.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');
}
