import type { Json } from '../../json.ts';

/** A request document that is not one for a resource: a name, what is wrong, and how it is made from a valid one. */
export interface BadBody {
  readonly name: string;
  readonly what: string;
  readonly make: (valid: Json) => unknown;
  /** Where the error points, if a pointer is given. */
  readonly pointer?: string | undefined;
}

/** Request documents that the server must refuse with 4xx. */
export const badResourceDocuments: readonly BadBody[] = [
  { name: 'null', what: 'null', make: () => 'null' },
  { name: 'array', what: 'an array', make: ({ data }) => [data] },
  { name: 'string', what: 'a string', make: () => '"text"' },
  { name: 'number', what: 'a number', make: () => '1' },
  { name: 'empty', what: 'an empty object', make: () => ({}), pointer: '' },
  { name: 'meta-only', what: 'meta alone', make: () => ({ meta: {} }), pointer: '' },
  { name: 'data-null', what: 'data that is null', make: () => ({ data: null }), pointer: '/data' },
  { name: 'data-array', what: 'an array of resources', make: ({ data }) => ({ data: [data] }), pointer: '/data' },
  { name: 'data-string', what: 'data that is a string', make: () => ({ data: 'text' }), pointer: '/data' },
  { name: 'data-number', what: 'data that is a number', make: () => ({ data: 1 }), pointer: '/data' },
  {
    name: 'no-type',
    what: 'no type',
    make: ({ data: { type: _, ...rest } }) => ({ data: rest }),
    pointer: '/data',
  },
  {
    name: 'type-number',
    what: 'a type that is a number',
    make: ({ data }) => ({ data: { ...data, type: 1 } }),
    pointer: '/data/type',
  },
  {
    name: 'type-null',
    what: 'a type that is null',
    make: ({ data }) => ({ data: { ...data, type: null } }),
    pointer: '/data/type',
  },
  {
    name: 'attributes-array',
    what: 'attributes that are an array',
    make: ({ data }) => ({ data: { ...data, attributes: [] } }),
    pointer: '/data/attributes',
  },
  {
    name: 'attributes-string',
    what: 'attributes that are a string',
    make: ({ data }) => ({ data: { ...data, attributes: 'text' } }),
    pointer: '/data/attributes',
  },
  {
    name: 'relationships-array',
    what: 'relationships that are an array',
    make: ({ data }) => ({ data: { ...data, relationships: [] } }),
    pointer: '/data/relationships',
  },
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
