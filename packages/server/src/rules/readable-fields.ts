import type { ResourceType } from '@linkage/core';
import type { SourceCall } from '../sources/port/data-source.ts';
import { callWith } from '../sources/port/source-call.ts';
import type { RequestAccess } from './request-access.ts';

/** Returns the name of a part of the data of each membership among the fields of a type. */
export function memberField(relationship: string, name: string): string {
  return `${relationship}.${name}`;
}

/** Returns all declared fields of a type, with the data of the memberships of its relationships. */
export function fieldsOf({
  attributes,
  relationships,
}: Pick<ResourceType, 'attributes' | 'relationships'>): readonly string[] {
  const fields = [...attributes.keys(), ...relationships.keys()];
  for (const { name, member } of relationships.values())
    if (member !== undefined) for (const part of member.keys()) fields.push(memberField(name, part));
  return fields;
}

/** Returns the fields of a type that the user can read, or undefined for all fields. */
export function readableFields(
  { api, visibleApi }: RequestAccess,
  { name }: ResourceType,
): ReadonlySet<string> | undefined {
  const [declared, seen] = [api.types.get(name) as ResourceType, visibleApi.types.get(name) as ResourceType];
  if (declared === seen) return undefined;
  const readable = new Set(fieldsOf(seen));
  return fieldsOf(declared).every((field) => readable.has(field)) ? undefined : readable;
}

/** Returns the call of a write, with the fields that the user can read: errors of the write must name only these. */
export function withReadable(call: SourceCall, readable: ReadonlySet<string> | undefined): SourceCall {
  return readable === undefined ? call : callWith(call, { readable });
}
