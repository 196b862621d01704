/** Completes an object that this library creates: freezes the object or returns it unchanged. */
export type Finish = <Made extends object>(made: Made) => Made;

/** Returns an object unchanged. Objects for JSON.stringify are not frozen, which saves time. */
export function unchanged<Made extends object>(made: Made): Made {
  return made;
}
