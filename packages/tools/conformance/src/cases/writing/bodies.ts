import type { Json } from '../../json.ts';

/** A request document that is not one for a resource, made from a valid one, and where the error points if a pointer is given. */
type BadBody = readonly [name: string, what: string, make: (valid: Json) => unknown, pointer?: string];

/** Request documents that the server must reject with 4xx. */
export const badResourceDocuments: readonly BadBody[] = [
  ['null', 'null', () => 'null'],
  ['array', 'an array', ({ data }) => [data]],
  ['string', 'a string', () => '"text"'],
  ['number', 'a number', () => '1'],
  ['empty', 'an empty object', () => ({}), ''],
  ['meta-only', 'meta alone', () => ({ meta: {} }), ''],
  ['data-null', 'data that is null', () => ({ data: null }), '/data'],
  ['data-array', 'an array of resources', ({ data }) => ({ data: [data] }), '/data'],
  ['data-string', 'data that is a string', () => ({ data: 'text' }), '/data'],
  ['data-number', 'data that is a number', () => ({ data: 1 }), '/data'],
  ['no-type', 'no type', ({ data: { type: _, ...rest } }) => ({ data: rest }), '/data'],
  ['type-number', 'a type that is a number', ({ data }) => ({ data: { ...data, type: 1 } }), '/data/type'],
  ['type-null', 'a type that is null', ({ data }) => ({ data: { ...data, type: null } }), '/data/type'],
  [
    'attributes-array',
    'attributes that are an array',
    ({ data }) => ({ data: { ...data, attributes: [] } }),
    '/data/attributes',
  ],
  [
    'attributes-string',
    'attributes that are a string',
    ({ data }) => ({ data: { ...data, attributes: 'text' } }),
    '/data/attributes',
  ],
  [
    'relationships-array',
    'relationships that are an array',
    ({ data }) => ({ data: { ...data, relationships: [] } }),
    '/data/relationships',
  ],
];

/** Bodies that are not JSON. */
export const notJson: readonly (readonly [name: string, what: string, body: string])[] = [
  ['brace', 'a lone brace', '{'],
  ['text', 'plain text', 'conformance'],
  ['truncated', 'half a document', '{"data":{"type":'],
  ['trailing-comma', 'a trailing comma', '{"data":{},}'],
  ['single-quotes', 'single quotes', "{'data':{}}"],
  ['form', 'a form', 'data=1&type=x'],
];
