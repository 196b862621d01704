/** Facts about one resource type that the tests cannot discover. */
export interface TypeSample {
  /** The path of the collection below the base URL. Default: a slash and the name of the type. */
  readonly collection?: string | undefined;
  /** The id of a resource that exists. Default: the first of the collection. */
  readonly id?: string | undefined;
  /**
   * A valid resource to create. In strings, `{unique}`, `{uuid}`, `{date}`, `{time}`, and `{date-time}` are replaced with new values each time,
   * and the string `{number}` becomes a new number.
   */
  readonly create?: ResourceSample | undefined;
  /** Valid changes to a resource that was created from `create`; false if the server rejects updates by choice, with 403. */
  readonly update?: ResourceSample | false | undefined;
  /** Attributes that the server must reject, such as a number in place of a title. */
  readonly invalid?: Readonly<Record<string, unknown>> | undefined;
  /** Whether resources can be deleted. If not, the report lists those of the tests that stay. Default: whether `create` is there. */
  readonly delete?: boolean | undefined;
  /** Whether the server accepts ids of clients; `"{unique}"` or `"{uuid}"` is how to make one. Default: it is not known. */
  readonly clientIds?: boolean | string | undefined;
  /** Relationship paths that can be included. */
  readonly include?: readonly string[] | undefined;
  /** Names that the collection can be sorted by. */
  readonly sort?: readonly string[] | undefined;
  /** Filters by their parameter, such as `filter[title]`, with a value. */
  readonly filter?: Readonly<Record<string, string>> | undefined;
  readonly relationships?: Readonly<Record<string, RelationshipSample>> | undefined;
}

/** The members of a resource that a client sends. */
export interface ResourceSample {
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  readonly relationships?: Readonly<Record<string, unknown>> | undefined;
}

/** Facts about one relationship that the tests cannot discover. */
export interface RelationshipSample {
  readonly to: 'one' | 'many';
  /** The types of related resources. */
  readonly types?: readonly string[] | undefined;
  /** Whether clients can change it. Default true. If false, the server must reject changes with 403. */
  readonly writable?: boolean | undefined;
  /** Whether it can be empty: null, or []. Default true. */
  readonly nullable?: boolean | undefined;
}

/** How URLs look, where links do not show it: paths below the base URL, with `{type}`, `{id}`, and `{relationship}`. */
export interface UrlSample {
  /** The URL of a resource, such as `/{type}/{id}/`. */
  readonly resource?: string | undefined;
  /** The URL for the linkage of a relationship; false if the server has none. */
  readonly relationship?: string | false | undefined;
  /** The URL for related resources; false if the server has none. */
  readonly related?: string | false | undefined;
}

/** How collections of the Cursor Pagination profile are tried. */
export interface CursorSample {
  /** A type whose collection has at least three resources. */
  readonly type: string;
  /** The largest page size, if there is one. */
  readonly maxSize?: number | undefined;
  /** Whether `page[after]` and `page[before]` can be given together. */
  readonly ranges?: boolean | undefined;
  /** A sort that cannot be paged, if there is one. */
  readonly unsupportedSort?: string | undefined;
}

/** The samples file: what cannot be discovered from the answers of a server. */
export interface Samples {
  readonly $schema?: string | undefined;
  readonly types: Readonly<Record<string, TypeSample>>;
  /** Headers of every request, such as `Authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether the server has query parameters of these families. Default true. */
  readonly supports?:
    | {
        readonly include?: boolean | undefined;
        readonly fields?: boolean | undefined;
        readonly sort?: boolean | undefined;
        readonly methodOverride?: boolean | undefined;
      }
    | undefined;
  /** How URLs look, where links do not show it. */
  readonly urls?: UrlSample | undefined;
  /** The version that the server supports. Default: what the jsonapi objects of its documents say. */
  readonly version?: '1.0' | '1.1' | undefined;
  /** The parameter for the size of a page, such as `page[size]`. Default: cases about it are undecided. */
  readonly pageSize?: string | undefined;
  /** URIs of the extensions that the server supports. */
  readonly extensions?: readonly string[] | undefined;
  /** URIs of the profiles that the server supports. */
  readonly profiles?: readonly string[] | undefined;
  /** The path of the Atomic Operations endpoint, such as `/operations`. */
  readonly atomic?: string | undefined;
  readonly cursor?: CursorSample | undefined;
}

/** Returns the changes of a type that the samples name. */
export function updateOf({ sample: { update } }: { readonly sample: TypeSample }): ResourceSample {
  return update === false || update === undefined ? {} : update;
}
