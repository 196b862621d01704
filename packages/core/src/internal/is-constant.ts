/** Whether the values of an object can never change: it is frozen and does not have accessors. */
export function isConstant(object: object): boolean {
  return (
    Object.isFrozen(object) && Object.values(Object.getOwnPropertyDescriptors(object)).every((it) => 'value' in it)
  );
}
