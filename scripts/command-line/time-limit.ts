const MINUTE = 60_000;

function errorAfter(minutes: number): Error {
  return new Error(`The time limit of ${minutes} minutes is over.`);
}

/** Returns a function that throws if the minutes are over. For work in short steps, between which no timer has to fire. */
export function createDeadline(minutes: number): () => void {
  const end = performance.now() + minutes * MINUTE;
  return () => {
    if (performance.now() > end) throw errorAfter(minutes);
  };
}

/** Waits for a result for at most this many minutes. The work itself does not end: release what it uses, and end the process. */
export async function within<Result>(minutes: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(errorAfter(minutes)), minutes * MINUTE);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
