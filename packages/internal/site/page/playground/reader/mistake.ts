/** A part of a text, in UTF-16 code units. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/** A mistake in a text. */
export interface Mistake extends Place {
  readonly message: string;
}

const places = new WeakMap<Error, Place>();

/** Creates the error for a mistake at a place. */
export function mistakeAt({ from, to }: Place, message: string): SyntaxError {
  const error = new SyntaxError(message);
  places.set(error, { from, to });
  return error;
}

/** Returns the mistake of an error that `mistakeAt` created, or `undefined` for other errors. */
export function mistakeOf(error: unknown): Mistake | undefined {
  const place = error instanceof Error ? places.get(error) : undefined;
  return place === undefined ? undefined : { ...place, message: (error as Error).message };
}
