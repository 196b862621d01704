import { suggestName } from '../../internal/describe-value.ts';
import type { Api, ResourceType } from '../../schema/api.ts';
import { canSet, type WriteRequest } from '../../schema/can-set.ts';
import type { TypeName } from '../../schema/infer.ts';
import { resourceType } from '../../schema/resource-type.ts';
import { type AnyInput, type Changes, changedResource, type NewResource, newResource } from './resource-input.ts';

/** A document that writes one resource. The attributes are the input of their schemas. */
export interface WriteDocument<Type extends string = string> {
  readonly data: { readonly type: Type; readonly id?: string } & Pick<AnyInput, 'attributes'> & {
      readonly relationships?: Readonly<Record<string, { readonly data: unknown }>>;
    };
}

/** Rejects fields that the request cannot set. */
function checkFields(where: string, type: ResourceType, input: AnyInput, request: WriteRequest): void {
  for (const kind of ['attributes', 'relationships'] as const) {
    const fields = type[kind];
    const names = [...fields.values()].filter((it) => canSet(it, request)).map(({ name }) => name);
    const unknown = Object.keys(input[kind] ?? {}).find((name) => !names.includes(name));
    if (unknown === undefined) continue;
    const reason = fields.has(unknown) ? 'is not one that this request can set' : 'does not exist';
    throw new TypeError(
      `${where}: the field ${JSON.stringify(unknown)} of type "${type.name}" ${reason}.${suggestName(unknown, names)}`,
    );
  }
}

/** Returns the document of a resource object without its undefined members: for JSON, and for readers of values. */
function documentOf(data: object): never {
  const present = Object.entries(data).filter(([, member]) => member !== undefined);
  return Object.freeze({ data: Object.freeze(Object.fromEntries(present)) }) as never;
}

/**
 * Builds the document of a request that creates a resource. It has an id only if the client chooses it.
 *
 * @throws {TypeError} If the type does not exist, or a field that the request cannot set is given.
 * @see https://jsonapi.org/format/1.1/#crud-creating
 * @example
 * const body = JSON.stringify(buildCreateDocument(api, 'articles', { attributes: { title: 'Hello' } }));
 */
export function buildCreateDocument<A extends Api, Type extends TypeName<A>>(
  api: A,
  type: Type,
  input: NewResource<A, Type>,
): WriteDocument<Type> {
  const where = 'buildCreateDocument';
  const data = newResource(`${where}: input`, type, input, undefined, where);
  checkFields(where, resourceType(api, type), input as AnyInput, 'create');
  return documentOf(data);
}

/**
 * Builds the document of a request that updates a resource. Fields that are absent keep their values.
 *
 * @throws {TypeError} As `buildCreateDocument`.
 * @see https://jsonapi.org/format/1.1/#crud-updating
 */
export function buildUpdateDocument<A extends Api, Type extends TypeName<A>>(
  api: A,
  type: Type,
  id: string,
  changes: Changes<A, Type>,
): WriteDocument<Type> {
  const where = 'buildUpdateDocument';
  const data = changedResource(`${where}: changes`, { type, id }, changes, where);
  checkFields(where, resourceType(api, type), changes as AnyInput, 'update');
  return documentOf(data);
}
