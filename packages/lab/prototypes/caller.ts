interface Frame {
  readonly getFileName: () => string | null | undefined;
}

/** Enough to pass the frames of built-in functions, such as `Reflect.get` and `Object.assign`, which do not have a file. */
const FRAMES = 4;

/** Returns the file of the code that called a function, or an empty text. */
export function callerOf(called: (...given: never) => unknown): string {
  const { stackTraceLimit, prepareStackTrace } = Error;
  const holder: { stack?: readonly Frame[] } = Object.create(null);
  Error.stackTraceLimit = FRAMES;
  Error.prepareStackTrace = (_, frames) => frames;
  try {
    Error.captureStackTrace(holder, called);
    for (const frame of holder.stack ?? []) {
      const file = frame.getFileName();
      if (typeof file === 'string') return file;
    }
    return '';
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace as NonNullable<typeof prepareStackTrace>;
  }
}

const source = /\/packages\/[^/]+\/src\/(?!.*\.test\.ts)/;

/** Whether a file belongs to the source code of the libraries. */
export function isSource(file: string): boolean {
  return source.test(file);
}
