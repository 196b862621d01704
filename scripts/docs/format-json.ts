/**
 * Formats JSON: an object or array on one line if it is short enough, else one member on each line. Runs in browsers, too.
 *
 * @param width The number of characters of a line.
 */
export function formatJson(value: unknown, width = 100, indent = ''): string {
  const flat = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
  if (value === null || typeof value !== 'object' || indent.length + flat.length <= width) return flat;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => `${inner}${formatJson(item, width, inner)}`)
    : Object.entries(value).map(([name, item]) => `${inner}${JSON.stringify(name)}: ${formatJson(item, width, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
