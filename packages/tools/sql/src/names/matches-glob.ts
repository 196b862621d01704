/** Whether a string is a pattern in which `*` stands for any characters. Letter case does not matter. */
export function matchesGlob(text: string, pattern: string): boolean {
  const parts = pattern.toLowerCase().split('*');
  const whole = text.toLowerCase();
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return whole === first;
  if (!whole.startsWith(first)) return false;
  let place = first.length;
  for (const part of others) {
    const found = whole.indexOf(part, place);
    if (found === -1) return false;
    place = found + part.length;
  }
  return whole.length - last.length >= place && whole.endsWith(last);
}
