import type { Api } from '../../schema/api.ts';
import type { KindOf, RelationshipName, TargetOf, TypeName } from '../../schema/infer.ts';
import type { MemberInput } from '../../schema/input.ts';
import { relationshipOf, resourceType } from '../../schema/resource-type.ts';
import type { ResourceIdentifierObject } from '../../spec/document/resource-object.ts';
import { readLinkage } from './linkage.ts';
import { type ParseOptions, readParseOptions } from './parse-options.ts';
import { createParseState } from './parse-state.ts';
import { readDocument } from './read-document.ts';
import { reportRequired } from './relationships.ts';
import { readData } from './resource.ts';

type LinkageOf<Kind, Target extends string, Data> = Kind extends 'to-one'
  ? ResourceIdentifierObject<Target> | null
  : readonly (ResourceIdentifierObject<Target> & Data)[];

/** The linkage in a relationship request: null or one identifier for to-one, an array for to-many, or both if there are several relationships. */
export type ParsedLinkage<A extends Api, Type extends TypeName<A>, Name extends string> = LinkageOf<
  KindOf<A, Type, Name>,
  TargetOf<A, Type, Name>,
  MemberInput<A, Type, Name>
>;

/**
 * Parses the document of a request that changes a relationship.
 *
 * @param body JSON text, its bytes, or the parsed value.
 * @throws {JsonApiError} With all errors, each with a pointer into the document.
 * @throws {TypeError} If the API does not have the type or the relationship, or a limit is invalid.
 * @see https://jsonapi.org/format/1.1/#crud-updating-relationships
 */
export function parseLinkage<A extends Api, Type extends TypeName<A>, Name extends RelationshipName<A, Type>>(
  api: A,
  type: Type,
  relationship: Name,
  body: unknown,
  options?: ParseOptions,
): ParsedLinkage<A, Type, Name> {
  const {
    type: owner,
    limits,
    collector,
    localIds,
    budget,
  } = createParseState(resourceType(api, type), 'update', readParseOptions('parseLinkage', options));
  const definition = relationshipOf(owner, relationship);
  const read = readData(readDocument(body, limits), collector);
  const rules = { budget, localIds, collector };
  if (read?.data === null && definition.required) reportRequired(definition, ['data'], collector);
  const linkage = read && readLinkage(definition, read.data, ['data'], rules);
  collector.throwIfAny();
  return linkage as ParsedLinkage<A, Type, Name>;
}
