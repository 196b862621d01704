import type { ResourceType } from '@linkage/core';
import type { SourceCall } from '../sources/port/data-source.ts';
import { callWith } from '../sources/port/source-call.ts';
import type { RequestAccess } from './request-access.ts';

/** Returns all declared fields of a type. */
export function fieldsOf({
  attributes,
  relationships,
}: Pick<ResourceType, 'attributes' | 'relationships'>): readonly string[] {
  return [...attributes.keys(), ...relationships.keys()];
}

/** Returns the fields of a type that the caller can read, or undefined for all fields. */
export function readableFields(
  { api, visibleApi }: RequestAccess,
  { name }: ResourceType,
): ReadonlySet<string> | undefined {
  const [declared, seen] = [api.types.get(name) as ResourceType, visibleApi.types.get(name) as ResourceType];
  if (declared === seen) return undefined;
  const readable = new Set(fieldsOf(seen));
  return fieldsOf(declared).every((field) => readable.has(field)) ? undefined : readable;
}

/** Returns the call of a write, with the fields that the caller can read: errors of the write must name only these. */
export function withReadable(call: SourceCall, readable: ReadonlySet<string> | undefined): SourceCall {
  return readable === undefined ? call : callWith(call, { readable });
}
