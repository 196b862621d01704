/** Completes an object that this library creates: freezes it, or returns it unchanged. */
export type Finish = <Made extends object>(made: Made) => Made;

/** Returns an object unchanged: objects for JSON.stringify are not frozen. */
export function asMade<Made extends object>(made: Made): Made {
  return made;
}
