import type { FieldDescription, TypeDescription } from '@linkage/server';

/** The requests with which clients can write resources of a type. */
export interface Writes {
  readonly create: boolean;
  readonly update: boolean;
  /** The relationships that have a URL of their own to write. */
  readonly relationships: ReadonlySet<string>;
}

function writesOf({ endpoints }: TypeDescription): Writes {
  const writing = endpoints.filter(({ method }) => method !== 'GET');
  const has = (method: string): boolean =>
    writing.some((endpoint) => endpoint.method === method && endpoint.relationship === undefined);
  return {
    create: has('POST'),
    update: has('PATCH'),
    relationships: new Set(writing.flatMap(({ relationship }) => relationship ?? [])),
  };
}

/** Returns the writes that both versions of a type have. What only one of them has is a change of its endpoints. */
export function commonWrites(before: TypeDescription, after: TypeDescription): Writes {
  const [was, is] = [writesOf(before), writesOf(after)];
  return {
    create: was.create && is.create,
    update: was.update && is.update,
    relationships: new Set([...was.relationships].filter((name) => is.relationships.has(name))),
  };
}

/** Returns a field with the rules that these writes leave: a type without them has read-only fields, however they are declared. */
export function fieldWith<Field extends FieldDescription>(field: Field, name: string, writes: Writes): Field {
  const { write, required } = field;
  const canCreate = writes.create && (write === true || write === 'create');
  const canUpdate = (writes.update || writes.relationships.has(name)) && (write === true || write === 'update');
  const rule = canCreate && canUpdate ? true : canCreate ? 'create' : canUpdate ? 'update' : false;
  return { ...field, write: rule, required: required && writes.create };
}

/** Returns the fields of a type with the rules that these writes leave. */
export function fieldsWith(
  fields: { readonly [name: string]: FieldDescription },
  writes: Writes,
): { readonly [name: string]: FieldDescription } {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldWith(field, name, writes)]));
}
