/** At most 100 characters of a caller's text, for use inside a message; controls and line separators are shown as spaces. */
export function excerpt(text: string): string {
  const shown = text.length > 100 ? `${text.slice(0, 99)}…` : text;
  // Controls and lone surrogates would break the line or the encoding of whatever shows the message.
  return shown.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');
}
