import type { ResourceIdentifierObject } from '../document/resource-identifier-object.ts';
import type { Api } from '../schema/api.ts';
import type { KindOf, RelationshipName, TargetOf, TypeName } from '../schema/infer.ts';
import { resourceType } from '../schema/resource-type.ts';
import { readLinkage } from './linkage.ts';
import { type ParseOptions, readParseOptions } from './parse-options.ts';
import { readDocument } from './read-document.ts';
import { startReading } from './reading.ts';
import { readData } from './resource.ts';

/** Linkage as a relationship request gives it: null or one identifier for to-one, an array for to-many. */
export type ParsedLinkage<A extends Api, Type extends TypeName<A>, Name extends string> =
  KindOf<A, Type, Name> extends 'to-one'
    ? ResourceIdentifierObject<TargetOf<A, Type, Name>> | null
    : readonly ResourceIdentifierObject<TargetOf<A, Type, Name>>[];

/**
 * Reads the document of a request that updates a relationship.
 *
 * @param body JSON text, its bytes, or the value parsed from it.
 * @throws {JsonApiError} Every problem at once, each with a pointer into the document.
 * @throws {TypeError} The API has no such type or relationship, or a limit is none.
 * @see https://jsonapi.org/format/1.1/#crud-updating-relationships
 */
export function parseLinkage<A extends Api, Type extends TypeName<A>, Name extends RelationshipName<A, Type>>(
  api: A,
  type: Type,
  relationship: Name,
  body: unknown,
  options: ParseOptions = {},
): ParsedLinkage<A, Type, Name> {
  const {
    type: owner,
    limits,
    findings,
    localIds,
    budget,
  } = startReading(resourceType(api, type), readParseOptions('parseLinkage', options));
  const definition = owner.relationships.get(relationship);
  if (definition === undefined) throw new TypeError(`${type} has no relationship ${JSON.stringify(relationship)}.`);
  const read = readData(readDocument(body, limits), findings);
  const rules = { budget, localIds, findings };
  const linkage = read && readLinkage(definition, read.data, ['data'], rules);
  findings.assertNone();
  return linkage as ParsedLinkage<A, Type, Name>;
}
