import { isObject, type Json, type JsonObject, member, objectAt, parseJson, toText } from './json.ts';
import type { KnownField, KnownType } from './knowledge.ts';
import { memberSchema, wordsOf } from './schema.ts';
import { mistakeIn } from './schema-mistakes.ts';

function partOf({ kind }: KnownField): 'attributes' | 'relationships' {
  return kind === 'attribute' ? 'attributes' : 'relationships';
}

/** Returns the value of a field in a document: of an attribute, or the members of a relationship. `undefined` if there is none. */
export function valueOfField(document: Json | undefined, field: KnownField): Json | undefined {
  const value = member(member(member(document, 'data'), partOf(field)), field.name);
  return field.kind === 'attribute' ? value : member(value, 'data');
}

/** Returns the text of a document in which a field has a value. */
export function withField(text: string, field: KnownField, value: Json | undefined): string {
  const parsed = parseJson(text);
  const document = isObject(parsed) ? parsed : {};
  const data = objectAt(document, 'data');
  const part = partOf(field);
  const fields: Record<string, Json> = { ...objectAt(data, part) };
  if (value === undefined) delete fields[field.name];
  else
    Object.defineProperty(fields, field.name, {
      value: field.kind === 'attribute' ? value : { ...objectAt(fields, field.name), data: value },
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return toText({ ...document, data: { ...data, [part]: fields } });
}

/** Returns a member as a request contains it: with the data of its membership that requests can set. */
export function requestMember(field: KnownField | undefined, identifier: JsonObject): JsonObject {
  const { type = '', id = '' } = identifier;
  const meta = (field?.data ?? []).flatMap(({ name, canWrite }) => {
    const value = member(member(identifier, 'meta'), name);
    return canWrite && value !== undefined ? [[name, value] as const] : [];
  });
  return { type, id, ...(meta.length > 0 && { meta: Object.fromEntries(meta) }) };
}

/** Returns the fields that `filter` accepts: each field, and each member of its objects, such as `data.city`. */
export function filterableFields(fields: readonly KnownField[]): readonly KnownField[] {
  return fields.flatMap((field) => [
    ...(field.operators.length > 0 ? [field] : []),
    ...[...(field.members ?? [])].map(([path, operators]): KnownField => {
      const { schema: whole, ...rest } = field;
      const schema = path.split('.').reduce(memberSchema, whole);
      return { ...rest, name: `${field.name}.${path}`, operators, ...(schema !== undefined && { schema }) };
    }),
  ]);
}

/** Whether requests that create or update a resource can contain a field. The server decides about a field that the page does not know. */
export function isWritable(field: KnownField | undefined, by: 'create' | 'update'): boolean {
  return field === undefined || (field.canWrite && (field.onlyIn ?? by) === by);
}

/** Returns the fields that a form offers. */
export function formFields(type: KnownType): readonly KnownField[] {
  const fields = [...type.fields.values()].filter(({ canWrite }) => canWrite);
  return [...fields.filter(({ kind }) => kind === 'attribute'), ...fields.filter(({ kind }) => kind !== 'attribute')];
}

/**
 * Returns what is wrong with the fields of a document, by their names: values that do not fit the description, and fields that a new
 * resource must have.
 */
export function mistakesOf(type: KnownType, text: string, isNew: boolean): ReadonlyMap<string, string> {
  const document = parseJson(text);
  const mistakes = new Map<string, string>();
  for (const field of formFields(type)) {
    const value = valueOfField(document, field);
    if (value === undefined) {
      if (isNew && field.required) mistakes.set(field.name, 'is required');
      continue;
    }
    const mistake = field.kind === 'attribute' ? mistakeIn(field.schema, value) : linkageMistake(field, value, isNew);
    if (mistake !== undefined) mistakes.set(field.name, mistake);
  }
  return mistakes;
}

/** Returns what is wrong with the data of memberships. An update keeps what it does not contain, so only a new resource must have all. */
export function dataMistake({ data = [] }: KnownField, meta: Json | undefined, isNew: boolean): string | undefined {
  for (const { name, required, schema } of data) {
    const value = member(meta, name);
    const mistake = value === undefined ? (isNew && required ? 'is required' : undefined) : mistakeIn(schema, value);
    if (mistake !== undefined) return `${name} ${mistake}`;
  }
  return undefined;
}

function linkageMistake(field: KnownField, value: Json, isNew: boolean): string | undefined {
  const { required, targets } = field;
  const members: readonly Json[] = Array.isArray(value) ? value : value === null ? [] : [value];
  if (required && members.length === 0) return 'is required';
  const isComplete = members.every((it) => member(it, 'id') !== '' && member(it, 'type') !== '');
  if (!isComplete) return required ? 'is required' : 'must have a type and an id';
  const types = members.map((it) => member(it, 'type'));
  const wrong = targets.length > 0 ? types.find((it) => typeof it === 'string' && !targets.includes(it)) : undefined;
  if (wrong !== undefined) return `must be of the type ${targets.join(' or ')}`;
  return members.flatMap((it) => dataMistake(field, member(it, 'meta'), isNew) ?? []).at(0);
}

/** The JSON Pointer to a field. */
export function pointerOf(field: KnownField): string {
  return `/data/${partOf(field)}/${field.name}`;
}

/** Returns what a field contains, in a few words, and its description. */
export function wordsOfField({ kind, schema, targets, description = '' }: KnownField): string {
  const words = kind === 'attribute' ? wordsOf(schema) : [kind, targets.join(', ')].filter(Boolean).join(' ');
  return [words, description].filter(Boolean).join(' – ');
}

const labelNames = ['name', 'title', 'label', 'displayName', 'fullName', 'email', 'code'];

/** Returns the attribute that names a resource for a person, or `undefined` if no attribute is a string. */
export function labelField(type: KnownType | undefined): KnownField | undefined {
  const strings = [...(type?.fields.values() ?? [])].filter(
    ({ kind, schema }) => kind === 'attribute' && JSON.stringify(member(schema, 'type') ?? '').includes('string'),
  );
  return labelNames.flatMap((name) => strings.find((it) => it.name === name) ?? [])[0] ?? strings[0];
}

/** Returns what names a resource for a person, beside its id. */
export function labelOf(resource: JsonObject, field: KnownField | undefined): string {
  const attributes = objectAt(resource, 'attributes');
  const names = [...(field === undefined ? [] : [field.name]), ...labelNames, ...Object.keys(attributes)];
  return names.map((name) => member(attributes, name)).find((it) => typeof it === 'string') ?? '';
}
