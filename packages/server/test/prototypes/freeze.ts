/** Freezes the built-in prototypes. Must be loaded first. Assignments to their members then fail. */
for (const name of Object.getOwnPropertyNames(globalThis)) {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
  const builtIn: unknown = descriptor !== undefined && 'value' in descriptor ? descriptor.value : undefined;
  if (typeof builtIn === 'function' && typeof builtIn.prototype === 'object') Object.freeze(builtIn.prototype);
}
const hidden: readonly object[] = [
  [].values(),
  new Map().values(),
  new Set().values(),
  ''.matchAll(/a/g),
  ''[Symbol.iterator](),
];
for (const iterator of hidden) {
  for (let at = Object.getPrototypeOf(iterator); at !== null; at = Object.getPrototypeOf(at)) Object.freeze(at);
}
for (const work of [async () => undefined, function* () {}, async function* () {}]) {
  for (let at = Object.getPrototypeOf(work); at !== null; at = Object.getPrototypeOf(at)) Object.freeze(at);
}
