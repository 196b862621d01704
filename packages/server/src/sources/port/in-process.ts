const inProcess = new WeakSet<object>();

/** Records that only this process sees what an object stores, and returns the object. */
export function markInProcess<Stored extends object>(stored: Stored): Stored {
  inProcess.add(stored);
  return stored;
}

/** Whether only this process sees what an object stores. */
export function isInProcess(stored: unknown): boolean {
  return typeof stored === 'object' && stored !== null && inProcess.has(stored);
}
