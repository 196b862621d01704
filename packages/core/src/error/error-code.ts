// One constant for each chapter, so that a module that creates errors of one chapter does not load the others.

export const requestCodes = {
  // The request as a whole
  /** The document has more bytes than the server accepts. Client: Send less data, or split it into several requests. */
  BODY_TOO_LARGE: { status: 413, title: 'Request document too large' },
  /**
   * Arrays and objects of the document are nested more deeply than the server accepts. Client: Send a flatter value.
   */
  DOCUMENT_TOO_DEEP: { status: 400, title: 'Request document nested too deeply' },
  /** The document has more members and elements than the server accepts. Client: Split it into several requests. */
  DOCUMENT_TOO_MANY_MEMBERS: { status: 400, title: 'Too many members' },
  /**
   * The document is missing, is not valid UTF-8, or is not valid JSON. Client: Correct the encoder; sending the same
   * request again does not help.
   */
  INVALID_JSON: { status: 400, title: 'Invalid JSON' },
  /**
   * The server failed unexpectedly. The request is not the cause. Client: Try again later. Report the `id`, which the
   * server's log also contains.
   */
  INTERNAL_ERROR: { status: 500, title: 'Internal server error' },
  /** A header field, such as `If-Match`, is malformed. Client: Correct the header field that `source.header` names. */
  HEADER_INVALID: { status: 400, title: 'Invalid header field' },
  /**
   * The server or one of its data sources exceeded the time limit. Client: Try again later with a smaller page or fewer
   * included resources. After a write, fetch the resource first, because the write may have succeeded.
   */
  TIMED_OUT: { status: 504, title: 'Time limit exceeded' },
  /**
   * The server is overloaded, or a database or another service that it uses is temporarily unavailable. Client: Send the request
   * again after the number of seconds in `Retry-After`. After a write, fetch the resource first, because the write may have succeeded.
   */
  SERVICE_UNAVAILABLE: { status: 503, title: 'Service unavailable' },
  /**
   * The client closed the connection before the response was complete, so the server stopped the request. Client: The
   * client receives no response; only hooks and traces of the server record this error.
   */
  CLIENT_GONE: { status: 499, title: 'Client disconnected' },
  /**
   * The path of the URL is not percent-encoded UTF-8, or encodes characters that need no encoding. Client: Encode each segment
   * of the path as `encodeURIComponent` does.
   */
  URL_INVALID: { status: 400, title: 'Invalid URL' },
  /**
   * The path and query are longer than the server accepts. Client: Request fewer fields, paths, or filter values at
   * once.
   */
  URL_TOO_LONG: { status: 414, title: 'URL too long' },
} as const;

export const negotiationCodes = {
  // Content negotiation
  /**
   * The `Content-Type` is not the JSON:API media type, has an unknown parameter, or names an extension that the server
   * does not support; or the request has a content encoding. Client: Send the JSON:API media type with supported
   * extensions only.
   */
  CONTENT_TYPE_UNSUPPORTED: { status: 415, title: 'Unsupported media type' },
  /**
   * The server cannot satisfy any media range of `Accept`. Client: Accept the JSON:API media type without extensions
   * that the server does not support.
   */
  ACCEPT_UNSATISFIABLE: { status: 406, title: 'No acceptable representation' },
} as const;

export const conditionCodes = {
  // Conditions
  /**
   * `If-Match` or `If-None-Match` does not match: the resource changed since the client read it. Client: Fetch the
   * resource again, and repeat the change with its new `ETag`.
   */
  PRECONDITION_FAILED: { status: 412, title: 'Precondition failed' },
  /** The server requires `If-Match` for this write. Client: Send the `ETag` of the resource in `If-Match`. */
  PRECONDITION_REQUIRED: { status: 428, title: 'Precondition required' },
  /** The server requires an idempotency key for this write. Client: Send `Idempotency-Key` with a new random string. */
  IDEMPOTENCY_KEY_REQUIRED: { status: 400, title: 'Idempotency key required' },
  /** Another request used the idempotency key. Client: Use a new key for each request, and repeat it only in retries. */
  IDEMPOTENCY_KEY_REUSED: { status: 422, title: 'Idempotency key reused' },
  /**
   * A request with this idempotency key is running, or its outcome is unknown. Client: Try again after `Retry-After`.
   */
  IDEMPOTENCY_KEY_IN_USE: { status: 409, title: 'Idempotency key in use' },
} as const;

export const queryCodes = {
  // Query parameters
  /**
   * The server does not support a query parameter with this name, or the name is not valid. Client: Remove the
   * parameter, or correct its name.
   */
  PARAMETER_UNKNOWN: { status: 400, title: 'Unknown query parameter' },
  /** The value of a query parameter that the application declares is not valid. Client: Correct the value. */
  PARAMETER_INVALID: { status: 400, title: 'Invalid query parameter' },
  /** A query parameter occurs more than once. Client: Send it once, with its values separated by commas. */
  PARAMETER_REPEATED: { status: 400, title: 'Repeated query parameter' },
  /** The query has more parameters than the server accepts. Client: Send fewer parameters. */
  PARAMETERS_TOO_MANY: { status: 400, title: 'Too many query parameters' },
  /**
   * This URL does not support the query parameter, for example `sort` for a single resource. Client: Remove the
   * parameter.
   */
  PARAMETER_NOT_SUPPORTED: { status: 400, title: 'Query parameter not supported here' },
  /**
   * The response would include more resources, or contain more identifiers of one relationship, than the server allows.
   * Client: Request a smaller page or fewer paths, or omit the relationship with `fields`.
   */
  INCLUDED_TOO_MANY: { status: 400, title: 'Too many resources to include' },
  /** A query parameter contains a resource type that the API does not have. Client: Correct the type. */
  TYPE_UNKNOWN: { status: 400, title: 'Unknown resource type' },
  /** A query parameter contains a field that the type does not have. Client: Correct the name of the field. */
  FIELD_UNKNOWN: { status: 400, title: 'Unknown field' },
  /**
   * The resources cannot be sorted by this field, or `sort` is empty. Client: Sort by a field that the API declares as
   * sortable.
   */
  SORT_NOT_SUPPORTED: { status: 400, title: 'Sort not supported' },
  /**
   * The resources cannot be filtered by this field or with this operator. Client: Use a field and an operator that the
   * API supports.
   */
  FILTER_NOT_SUPPORTED: { status: 400, title: 'Filter not supported' },
  /** The value of a filter is not valid for the field. Client: Correct the value. */
  FILTER_VALUE_INVALID: { status: 400, title: 'Invalid filter value' },
  /**
   * A page parameter is unknown, or its value is out of range. Client: Correct the parameter, or follow the links of
   * the server.
   */
  PAGE_INVALID: { status: 400, title: 'Invalid page' },
  /**
   * With cursor pagination, page[size] is above the largest page of this collection. Client: Request at most as many
   * resources as meta.page.maxSize of the error.
   */
  PAGE_SIZE_EXCEEDED: { status: 400, title: 'Page size too large' },
  /**
   * With cursor pagination, the request has page[after] and page[before], but the server does not read ranges. Client:
   * Send one of the two parameters.
   */
  PAGE_RANGE_NOT_SUPPORTED: { status: 400, title: 'Range of pages not supported' },
} as const;

/** The codes of relationship paths. The functions that write documents need no other codes of query parameters. */
export const includeCodes = {
  /**
   * A path of `include` contains a relationship that does not exist or cannot be included. Client: Correct the path.
   * The `detail` names the first unknown step.
   */
  RELATIONSHIP_PATH_UNKNOWN: { status: 400, title: 'Unknown relationship path' },
  /** `include` has more paths than the server accepts. Client: Include fewer paths, or send several requests. */
  RELATIONSHIP_PATHS_TOO_MANY: { status: 400, title: 'Too many relationship paths' },
  /**
   * A path of `include` has more steps than the server accepts. Client: Fetch the remaining resources with another
   * request.
   */
  RELATIONSHIP_PATH_TOO_LONG: { status: 400, title: 'Relationship path too long' },
} as const;

export const documentCodes = {
  // Request documents
  /**
   * The document does not have the structure that the specification requires at this pointer. Client: Correct the
   * document at the pointer.
   */
  DOCUMENT_INVALID: { status: 400, title: 'Invalid request document' },
  /**
   * The type of the resource does not match the endpoint, or the type of an identifier does not match the relationship.
   * Client: Send a type that the `detail` names.
   */
  TYPE_CONFLICT: { status: 409, title: 'Resource type not allowed' },
  /** The id in the document differs from the id in the URL. Client: Send the same id in both. */
  ID_CONFLICT: { status: 409, title: 'Id does not match the URL' },
  /**
   * The data source rejects the change, because it violates a constraint such as uniqueness. Client: Change the
   * conflicting value, or fetch the resource again.
   */
  CONSTRAINT_VIOLATED: { status: 409, title: 'Constraint violated' },
  /**
   * Concurrent requests changed the same data repeatedly, so the server did not apply the change. Client: Send the request
   * again after the number of seconds in `Retry-After`.
   */
  WRITE_CONFLICT: { status: 409, title: 'Write conflict' },
  /**
   * A required value is missing, or a value violates a rule of the data or cannot be stored. Client: Correct the value. If
   * the server knows the field, the pointer references it.
   */
  VALUE_REJECTED: { status: 422, title: 'Value rejected' },
  /** A resource with the client-generated id already exists. Client: Choose another id, or update the resource. */
  RESOURCE_EXISTS: { status: 409, title: 'Resource already exists' },
  /** A create request contains an id, but the server chooses the ids of this type. Client: Remove the id. */
  CLIENT_ID_FORBIDDEN: { status: 403, title: 'Client-generated ids not supported' },
  /** The type does not have an attribute with this name. Client: Remove the attribute, or correct its name. */
  ATTRIBUTE_UNKNOWN: { status: 422, title: 'Unknown attribute' },
  /**
   * The value of an attribute is missing, does not match its schema, or cannot be stored unchanged. Client: Correct the
   * value at the pointer.
   */
  ATTRIBUTE_INVALID: { status: 422, title: 'Invalid attribute' },
  /** The input of an action, or a part of it, is missing or does not match its schema. Client: Correct the value at the pointer. */
  INPUT_INVALID: { status: 422, title: 'Invalid input' },
  /** The type does not have a relationship with this name. Client: Remove the relationship, or correct its name. */
  RELATIONSHIP_UNKNOWN: { status: 422, title: 'Unknown relationship' },
  /**
   * The request creates a resource without a relationship that it must have, or clears such a relationship. Client:
   * Send an identifier for the relationship.
   */
  RELATIONSHIP_REQUIRED: { status: 422, title: 'Required relationship' },
  /** The request sets a field that this kind of request cannot set. Client: Remove the field. */
  FIELD_READ_ONLY: { status: 403, title: 'Read-only field' },
  /**
   * The request contains more resource identifiers than the server accepts. Client: Split them into several requests.
   */
  LINKAGE_TOO_LARGE: { status: 422, title: 'Too many identifiers' },
  /**
   * An identifier has a local id, but the request does not create a resource with it. Client: Use the id of the
   * resource, or the `lid` of a resource that the request creates.
   */
  LOCAL_ID_UNKNOWN: { status: 400, title: 'Unknown local id' },
  /** The request contains more operations than the server accepts. Client: Split them into several requests. */
  OPERATIONS_TOO_MANY: { status: 400, title: 'Too many operations' },
} as const;

export const resourceCodes = {
  // Resources and operations
  /**
   * The request has no valid credentials. Client: Authenticate as `WWW-Authenticate` states, and send the request again.
   */
  UNAUTHORIZED: { status: 401, title: 'Authentication required' },
  /**
   * The caller has sent too many requests. Client: Send the request again after the number of seconds in `Retry-After`.
   */
  TOO_MANY_REQUESTS: { status: 429, title: 'Too many requests' },
  /**
   * This URL does not identify a resource, a collection, or a relationship. Client: Correct the URL. If the resource
   * existed before, treat it as deleted.
   */
  NOT_FOUND: { status: 404, title: 'Not found' },
  /**
   * Linkage of the request identifies a resource that does not exist. Client: Create the resource first, or remove the
   * identifier.
   */
  RELATED_RESOURCE_NOT_FOUND: { status: 404, title: 'Related resource not found' },
  /** The access rules, or the rights in the database, do not allow this. Client: Use other credentials, or omit the forbidden part. */
  FORBIDDEN: { status: 403, title: 'Not allowed' },
  /** The URL does not support this method. Client: Use a method that the `Allow` header field names. */
  METHOD_NOT_ALLOWED: { status: 405, title: 'Method not allowed' },
  /**
   * The server does not support this change of the resource or the relationship. Client: Do not send this request to
   * this server.
   */
  OPERATION_NOT_SUPPORTED: { status: 403, title: 'Operation not supported' },
  /**
   * The request removes the last members of a to-many relationship that must have a related resource. Client: Add
   * another member first, or delete the resource.
   */
  LAST_MEMBER_REQUIRED: { status: 403, title: 'Last member required' },
} as const;

type ErrorCodes = typeof requestCodes &
  typeof negotiationCodes &
  typeof conditionCodes &
  typeof queryCodes &
  typeof includeCodes &
  typeof documentCodes &
  typeof resourceCodes;

/**
 * Every code that an error of this library can have, with its HTTP status and its title. Codes are stable: the status
 * and the meaning of a code do not change, and its title is the same for every occurrence. `scripts/docs/write-errors.ts`
 * creates `docs/errors.md` from this file: each comment states when an error occurs and, after "Client:", the remedy
 * for the client.
 *
 * @see https://jsonapi.org/format/1.1/#errors
 */
export const errorCodes: ErrorCodes = {
  ...requestCodes,
  ...negotiationCodes,
  ...conditionCodes,
  ...queryCodes,
  ...includeCodes,
  ...documentCodes,
  ...resourceCodes,
};

/** The code of an error. */
export type ErrorCode = keyof typeof errorCodes;
