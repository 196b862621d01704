/** Operations that break the form of the extension. `{type}` stands for a type of the samples, `{id}` for an id of no resource. */
export const malformedOperations: readonly {
  readonly name: string;
  readonly what: string;
  readonly operations: unknown;
}[] = [
  { name: 'empty', what: 'An empty array of operations', operations: [] },
  { name: 'null', what: 'Null in place of operations', operations: null },
  { name: 'object', what: 'An object in place of operations', operations: {} },
  { name: 'string', what: 'An operation that is a string', operations: ['add'] },
  { name: 'no-op', what: 'An operation without `op`', operations: [{ data: { type: '{type}', id: '{id}' } }] },
  {
    name: 'unknown-op',
    what: 'An unknown `op`',
    operations: [{ op: 'replace', data: { type: '{type}', id: '{id}' } }],
  },
  { name: 'op-case', what: 'An `op` in upper case', operations: [{ op: 'ADD', data: { type: '{type}' } }] },
  {
    name: 'ref-and-href',
    what: '`ref` beside `href`',
    operations: [{ op: 'remove', ref: { type: '{type}', id: '{id}' }, href: '/{type}/{id}' }],
  },
  { name: 'no-target', what: 'A removal without `ref` and `href`', operations: [{ op: 'remove' }] },
  { name: 'ref-without-type', what: 'A `ref` without `type`', operations: [{ op: 'remove', ref: { id: '{id}' } }] },
  {
    name: 'ref-without-id',
    what: 'A `ref` without `id` and `lid`',
    operations: [{ op: 'remove', ref: { type: '{type}' } }],
  },
  { name: 'add-without-data', what: 'An addition without `data`', operations: [{ op: 'add' }] },
  {
    name: 'data-without-type',
    what: 'An addition of a resource without `type`',
    operations: [{ op: 'add', data: {} }],
  },
  {
    name: 'href-number',
    what: 'An `href` that is a number',
    operations: [{ op: 'update', href: 1, data: { type: '{type}', id: '{id}' } }],
  },
];
