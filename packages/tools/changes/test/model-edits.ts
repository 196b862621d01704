import fc from 'fast-check';
import { type ApiModel, type AttributeModel, type RelationshipModel, type TypeModel, valueKinds } from './model.ts';

/** Changes a model in one place. */
export type ModelEdit = (model: ApiModel) => void;

/** A name, and the members that an edit replaces. */
type Named<Value> = readonly [string, (value: Value) => Partial<Value>];

const attributeEdits: readonly Named<AttributeModel>[] = [
  ['toggle sort', (it) => ({ sort: !it.sort })],
  ['toggle filter', (it) => ({ filter: !it.filter })],
  ['toggle read', (it) => ({ read: !it.read })],
  ['toggle onDemand', (it) => ({ onDemand: !it.onDemand })],
  ['toggle optional', (it) => ({ optional: !it.optional })],
  ['write', (it) => ({ write: it.write !== true })],
  ['write on create', (it) => ({ write: it.write === 'create' ? true : 'create' })],
  ...Object.keys(valueKinds).map(
    (kind): Named<AttributeModel> => [`kind ${kind}`, () => ({ kind: kind as AttributeModel['kind'] })],
  ),
];

const relationshipEdits: readonly Named<RelationshipModel>[] = [
  ['toggle include', (it) => ({ include: !it.include })],
  ['toggle write', (it) => ({ write: !it.write })],
  ['toggle required', (it) => ({ required: it.kind === 'to-one' && !it.required })],
  ['add a target', (it) => ({ targets: [...new Set([...it.targets, 'videos'])] })],
  ['remove a target', (it) => ({ targets: it.targets.slice(0, 1) })],
  ['toggle kind', (it) => ({ kind: it.kind === 'to-one' ? 'to-many' : 'to-one', required: false })],
];

const typeEdits: readonly Named<TypeModel>[] = [
  ['toggle client ids', (it) => ({ clientIds: !it.clientIds })],
  ...['create', 'update', 'delete'].map(
    (method): Named<TypeModel> => [
      `remove ${method}`,
      ({ methods }) => ({ methods: methods.filter((one) => one !== method) }),
    ],
  ),
  ['remove a field', ({ attributes }) => ({ attributes: withoutFirst(attributes) })],
  ['remove a relationship', ({ relationships }) => ({ relationships: withoutFirst(relationships) })],
  ...[false, true].map(
    (optional): Named<TypeModel> => [
      `add ${optional ? 'an optional' : 'a required'} field`,
      ({ attributes }) => {
        const options = { write: true, read: true, onDemand: false, sort: false, filter: false };
        return { attributes: { ...attributes, extra: { kind: 'text', optional, ...options } } };
      },
    ],
  ),
];

function withoutFirst<Value>(fields: { [name: string]: Value }): { [name: string]: Value } {
  return Object.fromEntries(Object.entries(fields).slice(1));
}

/** An edit with a name for the report of a failure. */
export type NamedEdit = readonly [name: string, edit: ModelEdit];

/** Returns edits of what a name finds in a model; what the model does not have, an edit leaves. */
function editsOf<Value extends object>(
  names: readonly string[],
  edits: readonly Named<Value>[],
  find: (model: ApiModel, name: string) => Value | undefined,
): readonly NamedEdit[] {
  return names.flatMap((name) =>
    edits.map(
      ([title, edit]): NamedEdit => [
        `${name}: ${title}`,
        (model) => {
          const found = find(model, name);
          if (found !== undefined) Object.assign(found, edit(found));
        },
      ],
    ),
  );
}

/** Every edit of one place. */
export const allEdits: readonly NamedEdit[] = [
  ...editsOf(
    ['title', 'note', 'state', 'words', 'code'],
    attributeEdits,
    ({ types }, name) => types['articles']?.attributes[name],
  ),
  ...editsOf(['author', 'media'], relationshipEdits, ({ types }, name) => types['articles']?.relationships[name]),
  ...editsOf(['articles', 'people', 'images'], typeEdits, ({ types }, name) => types[name]),
  ...[20, 50, 100].map(
    (size): NamedEdit => [
      `page maximum ${size}`,
      (model) => {
        model.pageMaximum = size;
      },
    ],
  ),
  [
    'remove people',
    ({ types }) => {
      Reflect.deleteProperty(types, 'people');
      Reflect.deleteProperty(types['articles']?.relationships ?? {}, 'author');
    },
  ],
];

export const anyEdit: fc.Arbitrary<NamedEdit> = fc.constantFrom(...allEdits);
