import type { Api, QueryParameters, TypeName } from '@linkage/core';

/** The query parameters of the URLs of some types, by the type of their primary data. */
export type ParametersByType<A extends Api> = { readonly [Type in TypeName<A>]?: QueryParameters };

/** The names of the parameters of all types. */
type NamesIn<ByType> = { [Type in keyof ByType]: keyof ByType[Type] }[keyof ByType];

/** The schemas of a name: that of all URLs, and those of types. */
type SchemaIn<Declared, Name> = Declared extends { readonly [Key in Name & string]: infer Schema } ? Schema : never;

/**
 * The query parameters that a source can receive: those of all URLs and of all types, because a method for related resources receives those of
 * other types. If a server declares none, any: its profiles can add some.
 */
export type ReceivedParameters<Parameters, ByType> = string extends keyof Parameters | NamesIn<ByType>
  ? QueryParameters
  : [keyof Parameters | NamesIn<ByType>] extends [never]
    ? QueryParameters
    : {
        readonly [Name in keyof Parameters | NamesIn<ByType>]: Extract<
          SchemaIn<Parameters | ByType[keyof ByType], Name>,
          QueryParameters[string]
        >;
      };

/** A sentence for each name that is not a type. */
export type KnownTypes<A extends Api, ByType> = {
  readonly [Name in Exclude<keyof ByType & string, TypeName<A>>]: `"${Name}" is not a resource type of this API`;
};
