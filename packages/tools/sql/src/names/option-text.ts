/** Writes a value for a shell: one with other characters than letters, digits, and a few signs is quoted. */
export function shellText(value: string): string {
  return /^[\w.,=:/@-]+$/.test(value) && !value.startsWith('-') ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

/** Writes an option for a shell. */
export function optionText(name: string, value: string): string {
  return `--${name} ${shellText(value)}`;
}
