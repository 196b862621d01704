import type { SchemaGap } from '@linkage/server';

/** The facts about an API that only its author knows. */
export interface OpenApiInfo {
  readonly title: string;
  /** The version of your API. */
  readonly version: string;
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  readonly termsOfService?: string | undefined;
  readonly contact?: object | undefined;
  readonly license?: object | undefined;
}

/** The options of `openApiDocument`. */
export interface OpenApiOptions {
  readonly info: OpenApiInfo;
  /** The URLs of the API. Default: the `baseUrl` of the server. */
  readonly servers?: readonly { readonly url: string; readonly description?: string | undefined }[] | undefined;
  /** The security schemes of OpenAPI by name, such as `{ token: { type: 'http', scheme: 'bearer' } }`. */
  readonly securitySchemes?: Readonly<Record<string, object>> | undefined;
  /** The security requirements of all requests. Default: none. */
  readonly security?: readonly object[] | undefined;
  /**
   * The maximum number of steps of the relationship paths that the document lists one by one, for `include`, `sort`, and
   * `filter`. Default 1.
   */
  readonly pathDepth?: number | undefined;
  /**
   * Whether the document lists HEAD beside each GET. The server accepts it in any case, and responds as to GET, without a document. Default:
   * false.
   */
  readonly head?: boolean | undefined;
  /**
   * The names of schemas by resource type, such as `{ people: 'Person' }`. Default: the singular of the type, such as
   * `Article` for `articles`.
   */
  readonly typeNames?: Readonly<Record<string, string>> | undefined;
  /** Called for each schema that JSON Schema cannot express, completely or in part. The document allows any value there. */
  readonly onGap?: ((gap: SchemaGap) => void) | undefined;
}
