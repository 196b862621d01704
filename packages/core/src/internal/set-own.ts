/**
 * Sets an own member. An assignment would call a setter of `Object.prototype`, such as the setter of `__proto__`, and
 * fail for names such as `constructor` if that prototype is frozen.
 */
export function setOwn(object: object, name: string, value: unknown): void {
  if (name in Object.prototype) {
    const descriptor = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(object, name, descriptor as PropertyDescriptor);
  } else {
    (object as Record<string, unknown>)[name] = value;
  }
}
