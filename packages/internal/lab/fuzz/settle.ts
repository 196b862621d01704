/** Waits until errors that no code handles have been reported: after the next turns of the event loop, and then `wait` milliseconds. */
export async function settle(wait = 0): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
}
