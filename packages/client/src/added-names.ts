/** The names in queries that options of a server decide. A declaration does not contain them. */
import type { Api, QueryInput, QueryParameters, StandardSchema, TypeName } from '@linkage/core';
import type { IsUntyped } from './names.ts';

/** The options of a server that its declaration does not contain, as types. */
export interface AddedNames {
  /** The declared query parameters: `typeof parameters` of `defineQueryParameters`. */
  readonly parameters?: QueryParameters;
  /** The names of the `page` family: `'size' | 'cursor'`. Default: those of all pagination strategies of Linkage, and `total`. */
  readonly page?: string;
}

declare const added: unique symbol;

/** The type of an API with names that options of its server decide, for `createClient` and `Client`. */
export type ApiWith<A extends Api, Added extends AddedNames> = A & { readonly [added]?: Added };

/** The names of the application, or unknown. */
type AddedOf<A extends Api, Name extends keyof AddedNames> = A extends {
  readonly [added]?: { readonly [Key in Name]: infer Value };
}
  ? Value
  : unknown;

type PageName<A extends Api> =
  unknown extends AddedOf<A, 'page'>
    ? 'number' | 'size' | 'offset' | 'limit' | 'after' | 'before' | 'total'
    : AddedOf<A, 'page'> & string;

/** The members of the `page` family. */
export type PageQuery<A extends Api, Type extends TypeName<A>> =
  IsUntyped<A> extends true
    ? QueryInput<A, Type>['page']
    :
        | { readonly [Name in PageName<A>]?: string | number | bigint | boolean }
        | ReadonlyMap<PageName<A>, string>
        | undefined;

/** The values of declared parameters. A name such as `geoBox[*]` stands for all names of its family. */
type DeclaredParameters<Parameters> = {
  readonly [Name in keyof Parameters as Name extends `${infer Base}[*]`
    ? `${Base}[${string}]`
    : Name]?: Parameters[Name] extends StandardSchema<infer Input> ? Input | undefined : never;
};

/** The query parameters of the application. If the type of the API does not contain them, any name is accepted. */
export type ParameterQuery<A extends Api> =
  unknown extends AddedOf<A, 'parameters'>
    ? Readonly<Record<string, unknown>>
    : DeclaredParameters<AddedOf<A, 'parameters'>>;
