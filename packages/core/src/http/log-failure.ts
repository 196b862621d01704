/** Writes a failure of the server to the console, with the id in the response. */
export function logFailure(error: unknown, id: string): void {
  // biome-ignore lint/suspicious/noConsole: an unreported failure would be worse
  console.error(`JSON:API request failed, error ${id}:`, error);
}
