/** The beginning of a caller's text, 100 characters unless told, for use inside a message; controls and line separators are shown as spaces. */
export function excerpt(text: string, most: number = 100): string {
  const shown = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  // Controls and lone surrogates would break the line or the encoding of whatever shows the message.
  return shown.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');
}
