/** Writes an option for a shell: a value with other characters than letters, digits, and a few signs is quoted. */
export function optionText(name: string, value: string): string {
  const isPlain = /^[\w.,=]+$/.test(value);
  return `--${name} ${isPlain ? value : `'${value.replaceAll("'", "'\\''")}'`}`;
}
