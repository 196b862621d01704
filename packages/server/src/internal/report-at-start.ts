/**
 * Reports what a developer must know when the server is created: to a hook of the application, or as a line on the console.
 *
 * @param text The line. Undefined if only the hook receives the facts.
 */
export function reportAtStart<Facts extends object>(
  hook: ((facts: Facts) => void) | undefined,
  facts: Facts,
  text: string | undefined,
): void {
  if (hook !== undefined) hook(Object.freeze(facts));
  // biome-ignore lint/suspicious/noConsole: without a hook, the developer must know it, too
  else if (text !== undefined) console.warn(`createServer: ${text}`);
}
