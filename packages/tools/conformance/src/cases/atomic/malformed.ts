/** Operations that break the form of the extension. `{type}` stands for a type of the samples, `{id}` for an id of no resource. */
export const malformedOperations: readonly (readonly [name: string, what: string, operations: unknown])[] = [
  ['empty', 'An empty array of operations', []],
  ['null', 'Null in place of operations', null],
  ['object', 'An object in place of operations', {}],
  ['string', 'An operation that is a string', ['add']],
  ['no-op', 'An operation without `op`', [{ data: { type: '{type}', id: '{id}' } }]],
  ['unknown-op', 'An unknown `op`', [{ op: 'replace', data: { type: '{type}', id: '{id}' } }]],
  ['op-case', 'An `op` in upper case', [{ op: 'ADD', data: { type: '{type}' } }]],
  [
    'ref-and-href',
    '`ref` beside `href`',
    [{ op: 'remove', ref: { type: '{type}', id: '{id}' }, href: '/{type}/{id}' }],
  ],
  ['no-target', 'A removal without `ref` and `href`', [{ op: 'remove' }]],
  ['ref-without-type', 'A `ref` without `type`', [{ op: 'remove', ref: { id: '{id}' } }]],
  ['ref-without-id', 'A `ref` without `id` and `lid`', [{ op: 'remove', ref: { type: '{type}' } }]],
  ['add-without-data', 'An addition without `data`', [{ op: 'add' }]],
  ['data-without-type', 'An addition of a resource without `type`', [{ op: 'add', data: {} }]],
  ['href-number', 'An `href` that is a number', [{ op: 'update', href: 1, data: { type: '{type}', id: '{id}' } }]],
];
