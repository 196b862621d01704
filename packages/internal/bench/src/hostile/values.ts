/** Values of JSON, by the number of their parts. */

/** Makes a value with a number of parts. */
export type Make = (count: number) => unknown;

const range = (count: number, part: (index: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, n) => part(n));
const linked = (n: number): object => ({ relationships: { parent: { data: { type: 'nodes', id: `${n}` } } } });
const node = (n: number, more: object = {}): object => ({ type: 'nodes', id: `${n}`, ...more });
const nested = (count: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1;
  for (let n = 0; n < count; n++) value = wrap(value);
  return value;
};

/** Documents of any role, with what takes a reader long: many parts, chains, or depth. */
export const hostileResponses: Readonly<Record<string, Make>> = {
  'resources of a collection': (n) => ({ data: range(n, (it) => node(it, { attributes: { name: 'a' } })) }),
  'a chain of included resources': (n) => ({
    data: node(0, linked(1)),
    included: range(n, (it) => node(it + 1, linked(it + 2))),
  }),
  'a chain of included resources in reverse': (n) => ({
    data: node(0, linked(1)),
    included: range(n, (it) => node(n - it, linked(n - it + 1))),
  }),
  'included resources without a link': (n) => ({ data: [], included: range(n, (it) => node(it)) }),
  'one resource again and again': (n) => ({ data: range(n, () => node(1)) }),
  'identifiers of one relationship': (n) => ({
    data: node(0, { relationships: { children: { data: range(n, (it) => node(it)) } } }),
  }),
  'link objects': (n) => ({
    data: [],
    links: Object.fromEntries(range(n, (it) => [`x:l${it}`, { href: `/a/${it}`, meta: {} }]) as never),
  }),
  'a link object in a link object': (n) => ({
    data: [],
    links: { self: nested(n, (describedby) => ({ href: '/a', describedby })) },
  }),
  'a long link': (n) => ({ data: [], links: { self: `/${'a%20b/'.repeat(n)}` } }),
  'a long absolute link': (n) => ({ data: [], links: { self: `http://${'a.'.repeat(n)}x/` } }),
  'error objects': (n) => ({
    errors: range(n, (it) => ({ status: '400', title: `t${it}`, source: { pointer: `/data/${it}` } })),
  }),
  'error objects at fault': (n) => ({ errors: range(n, () => ({ status: 400, title: 5, source: 1 })) }),
  'objects in meta': (n) => ({ data: null, meta: nested(n, (inner) => ({ inner })) }),
  'arrays in an attribute': (n) => ({ data: node(1, { attributes: { any: nested(n, (inner) => [inner]) } }) }),
  'members of an object': (n) => ({
    data: node(1, { attributes: Object.fromEntries(range(n, (it) => [`a${it}`, it]) as never) }),
  }),
  'members at fault': (n) => ({
    data: node(1, { attributes: Object.fromEntries(range(n, (it) => [`-a${it}`, it]) as never) }),
  }),
};

const record = (n: number, parent: unknown = null): object => ({ id: n, name: 'a', parent, children: [] });
/** Records of nodes that a writer makes documents of. */
export const hostileRecords: Readonly<Record<string, Make>> = {
  'records of a collection': (n) => range(n, (it) => record(it)),
  'records with a common parent': (n) => range(n, (it) => record(it, record(n))),
  'records with a parent each': (n) => range(n, (it) => record(it, record(it + n))),
  'one record with children': (n) => [{ ...record(0), children: range(n, (it) => record(it + 1)) }],
  'records that reference each other': (n) => range(n, (it) => record(it, record((it + 1) % n))),
};

const add = (n: number, more: object = {}): object => ({ op: 'add', data: { type: 'nodes', lid: `l${n}`, ...more } });
/** Lists of atomic operations. */
export const hostileOperations: Readonly<Record<string, Make>> = {
  'operations that create': (n) => range(n, (it) => add(it)),
  'operations that reference the one before': (n) =>
    range(n, (it) =>
      add(it, it === 0 ? {} : { relationships: { parent: { data: { type: 'nodes', lid: `l${it - 1}` } } } }),
    ),
  'operations at fault': (n) => range(n, () => ({ op: 'x' })),
  'operations with unknown local ids': (n) =>
    range(n, (it) => ({ op: 'remove', ref: { type: 'nodes', lid: `l${it}` } })),
};
