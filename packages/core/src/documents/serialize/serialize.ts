import type { Api } from '../../schema/api.ts';
import type { TypeName } from '../../schema/infer.ts';
import { typeNames } from '../../schema/resource-type.ts';
import { assemble } from '../build/assemble.ts';
import type { Records } from '../build/build-document.ts';
import { type BuildOptions, readBuildOptions } from '../build/build-options.ts';

// The type parameters repeat those of `buildDocument`. The result types differ and depend on the parameters, so one function
// type cannot describe both functions.
/**
 * Returns the JSON text of the document of one record, of an array of records, or of null.
 *
 * @param types The type of the primary data. For records of mixed types, an array of types; each record then must
 * contain its `type`.
 * @throws {TypeError} If a type, a field, or a path does not exist, or a record violates a rule, for example because it
 * does not have an id or occurs twice.
 * @see https://jsonapi.org/format/1.1/#document-structure
 */
export function serialize<
  A extends Api,
  Type extends TypeName<A>,
  const Options extends BuildOptions<A, Type>,
  Given extends object | null,
>(api: A, types: Type | readonly Type[], records: Records<A, Type, Options, Given>, options?: Options): string {
  const checked = readBuildOptions('serialize', options);
  return JSON.stringify(assemble(api.rows ?? api, typeNames(api, types), records as object | null, checked, 'text'));
}
