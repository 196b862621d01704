/**
 * Returns JSON with short objects and arrays on one line, and one member of the others on each line. Runs in browsers, too.
 *
 * @param width The number of characters of a line.
 */
export function compactJson(value: unknown, width = 100, indent = ''): string {
  const flat = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
  if (value === null || typeof value !== 'object' || indent.length + flat.length <= width) return flat;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => `${inner}${compactJson(item, width, inner)}`)
    : Object.entries(value).map(
        ([name, item]) => `${inner}${JSON.stringify(name)}: ${compactJson(item, width, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
