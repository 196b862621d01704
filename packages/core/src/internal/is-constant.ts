/** Whether an object can never have other values: it is frozen, and has no accessors. */
export function isConstant(object: object): boolean {
  return (
    Object.isFrozen(object) && Object.values(Object.getOwnPropertyDescriptors(object)).every((it) => 'value' in it)
  );
}
