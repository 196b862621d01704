import type { Api, ResourceType } from '../schema/api.ts';
import { resourceType } from '../schema/resource-type.ts';
import { recordId, type TypeOf, typeOfRecord } from './reference.ts';

/** The type of a record of the primary data, when it says so itself. */
export function typesOf(
  api: Api,
  types: readonly string[],
  typeOf: TypeOf | undefined,
): (record: object) => ResourceType {
  const single = types.length === 1 ? resourceType(api, types[0] as string) : undefined;
  if (single !== undefined) return () => single;
  return (record) => {
    checkRecord(record, types.join(' or '));
    return typeOfRecord(api, types, record, 'The primary data', typeOf);
  };
}

function checkRecord(record: unknown, type: string): asserts record is object {
  if (typeof record !== 'object' || record === null) throw new TypeError(`A record of ${type} is an object.`);
}

/** The id of a record of the primary data. */
export function idOf(type: ResourceType, record: object | null): string {
  checkRecord(record, type.name);
  const { id } = record as { readonly id?: unknown };
  return typeof id === 'string' ? id : recordId(id, record, `A record of ${type.name}`);
}
