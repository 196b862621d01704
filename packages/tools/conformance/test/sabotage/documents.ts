// biome-ignore-all lint/suspicious/noAssignInExpressions: each line breaks one thing
// biome-ignore-all lint/performance/noDelete: members must be absent
import { type Any, document, every, goodDocument, listed, type Sabotage } from './sabotage.ts';

const any = (): boolean => true;
const each = (change: (resource: Any) => unknown): Sabotage['handle'] =>
  goodDocument(any, (it) => every([...listed(it), ...(it.included ?? [])], change));
const relationships = (change: (relationship: Any) => Any): Sabotage['handle'] =>
  each((it) => {
    for (const [name, one] of Object.entries(it.relationships ?? {})) it.relationships[name] = change(one) ?? one;
  });

/** Servers whose documents are broken. */
export const documentSabotage: readonly Sabotage[] = [
  { name: 'ids are numbers', row: 'RES-03', handle: each((it) => (it.id = Number(it.id))) },
  { name: 'resources have no type', row: 'RES-01', handle: each((it) => delete it.type) },
  { name: 'resources have no id', row: 'RES-02', handle: each((it) => delete it.id) },
  { name: 'an unknown member at the top', row: 'DOC-04', handle: document(any, (it) => (it.status = 'ok')) },
  { name: 'neither data nor meta', row: 'DOC-02', handle: goodDocument(any, (it) => delete it.data) },
  {
    name: 'included is an object',
    row: 'CMP-02',
    handle: goodDocument(any, (it) => it.included && (it.included = {})),
  },
  {
    name: 'a link without a name of the specification',
    row: 'LNK-13',
    handle: each((it) => it.links && (it.links.edit = '/x')),
  },
  { name: 'links is an array', row: 'LNK-01', handle: document(any, (it) => (it.links = [])) },
  { name: 'a link is a number', row: 'LNK-02', handle: goodDocument(any, (it) => (it.links = { self: 1 })) },
  {
    name: 'a link object without href',
    row: 'LNK-05',
    handle: goodDocument(any, (it) => (it.links = { self: { meta: {} } })),
  },
  { name: 'attributes is []', row: 'RES-12', handle: each((it) => (it.attributes = [])) },
  { name: 'relationships is []', row: 'RES-15', handle: each((it) => it.relationships && (it.relationships = [])) },
  {
    name: 'an attribute is named type',
    row: 'RES-10',
    handle: each((it) => it.attributes && (it.attributes.type = 1)),
  },
  {
    name: 'an attribute has an illegal name',
    row: 'RES-20',
    handle: each((it) => it.attributes && (it.attributes['_a'] = 1)),
  },
  {
    name: 'a field is both',
    row: 'RES-11',
    handle: each((it) => it.attributes && it.relationships?.author && (it.attributes.author = 1)),
  },
  { name: 'a relationship is {}', row: 'REL-01', handle: relationships(() => ({})) },
  { name: 'a relationship has links {}', row: 'REL-02', handle: relationships(() => ({ links: {} })) },
  { name: 'linkage is an id', row: 'REL-05', handle: relationships((it) => it.data && (it.data = '1') && it) },
  {
    name: 'identifiers have no type',
    row: 'RID-01',
    handle: relationships((it) => it.data && (it.data = { id: '1' }) && it),
  },
  {
    name: 'identifiers have no id',
    row: 'RID-02',
    handle: relationships((it) => it.data && (it.data = { type: 'people' }) && it),
  },
  {
    name: 'identifiers have attributes',
    row: 'RID-05',
    handle: relationships(
      (it) => it.data && !Array.isArray(it.data) && (it.data = { ...it.data, attributes: {} }) && it,
    ),
  },
  { name: 'jsonapi is an array', row: 'JAP-01', handle: document(any, (it) => (it.jsonapi = [])) },
  { name: 'the version is a number', row: 'JAP-02', handle: document(any, (it) => (it.jsonapi = { version: 1.1 })) },
  { name: 'meta is null', row: 'MET-01', handle: document(any, (it) => (it.meta = null)) },
  {
    name: 'a document with links alone and included',
    row: 'DOC-06',
    handle: goodDocument(any, (it) => it.included && delete it.data && (it.meta = {})),
  },
];
