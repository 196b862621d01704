import type { Api } from '../../schema/api.ts';
import type { RelationshipName, TypeName } from '../../schema/infer.ts';
import { assembleRelationship } from '../build/assemble.ts';
import { type BuildOptions, readBuildOptions } from '../build/build-options.ts';
import type { IdentifiedRecord } from '../record/record.ts';

/**
 * Returns the JSON text of the document whose primary data is the resource linkage of one relationship, as `buildRelationshipDocument`
 * builds it. With `baseUrl` or `urls`, it has the links `self` and `related`.
 *
 * @param record The resource, with this relationship: all its members, or those of one page.
 * @throws {TypeError} If the relationship does not exist, or the record does not contain it.
 * @see https://jsonapi.org/format/1.1/#fetching-relationships
 */
export function serializeRelationship<A extends Api, Type extends TypeName<A>, Name extends RelationshipName<A, Type>>(
  api: A,
  type: Type,
  record: IdentifiedRecord<A, Type, NoInfer<Name>>,
  relationship: Name,
  options?: BuildOptions<A, Type>,
): string {
  const checked = readBuildOptions('serializeRelationship', options);
  return JSON.stringify(assembleRelationship(api.rows ?? api, type, record, relationship, checked, 'text'));
}
