/** The values of the names in `Object.prototype`, and the names that others read. */

/** Names that Kysely (`from`: of a node of its own, `-1`: of an empty array of its own), or the `Request` of Node, reads from objects of its own: both fail by themselves. */
export const readByOthers: readonly string[] = [
  ...['filter', 'schema', 'name', 'offset', 'limit', 'body', 'signal', 'from', 'where', '-1', 'required'],
];

/** The values of the names. Each kind of value is meaningful to some reader. */
export const values: readonly (readonly [string, unknown])[] = [
  ['true', true],
  ['a string', 'x'],
  ['a function', () => 'x'],
  ['an object', { x: 1 }],
  ['an array', ['x']],
  ['a number', 1],
];
