/** The colors of commands, by their codes of ANSI. Red, yellow, and green are readable on dark and light terminals. */
const codes = { red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** Whether a command writes colors to a stream: to a terminal that can show them, unless the user has set `NO_COLOR`. */
export function hasColors(
  { isTTY }: { readonly isTTY?: boolean | undefined },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}

/**
 * Returns a function that adds colors to the parts of a string that match. Colors come after the escapes, which would make the codes
 * visible. A part without a line break is colored alone, so that a pager can cut the text into lines.
 */
export function painter(
  parts: readonly (readonly [pattern: RegExp, color: keyof typeof codes])[],
): (text: string) => string {
  return (text) =>
    parts.reduce(
      (painted, [pattern, color]) => painted.replace(pattern, (part) => `\u001b[${codes[color]}m${part}\u001b[39m`),
      text,
    );
}
