import { describeValue, listTypes } from '../../internal/describe-value.ts';
import { memberOf } from '../../internal/members.ts';
import type { Api, ResourceType } from '../../schema/api.ts';
import { resourceType } from '../../schema/resource-type.ts';
import { recordId, type TypeOf, typeOfRecord } from './reference.ts';

/** Returns a function that returns the type of a record of the primary data. */
export function typesOf(
  api: Api,
  types: readonly string[],
  typeOf: TypeOf | undefined,
): (record: object) => ResourceType {
  const single = types.length === 1 ? resourceType(api, types[0] as string) : undefined;
  if (single !== undefined) return () => single;
  return (record) => {
    checkRecord(record, types);
    return typeOfRecord(api, types, record, 'Record of the primary data', typeOf);
  };
}

function checkRecord(record: unknown, types: readonly string[]): asserts record is object {
  if (typeof record !== 'object' || record === null)
    throw new TypeError(`A record of type ${listTypes(types)} must be an object, but it is ${describeValue(record)}.`);
}

/** Returns the id of a record of the primary data. */
export function idOf(type: ResourceType, record: object | null): string {
  if (typeof record !== 'object' || record === null) checkRecord(record, [type.name]);
  const { name, idFrom } = type;
  const id = idFrom === undefined ? (record as { readonly id?: unknown }).id : memberOf(record as object, idFrom);
  return typeof id === 'string' ? id : recordId(id, record as object, `Record of type "${name}"`, idFrom);
}
