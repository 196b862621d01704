// One constant for each chapter, so that a module that creates errors of one chapter does not load the others.

export const requestCodes = {
  // The request as a whole
  /** The document has more bytes than the server reads. Client: Send less, or spread it over several requests. */
  BODY_TOO_LARGE: { status: 413, title: 'The request document is too large' },
  /** Arrays and objects of the document are nested more deeply than the server reads. Client: Send a flatter value. */
  DOCUMENT_TOO_DEEP: { status: 400, title: 'The request document is nested too deeply' },
  /** The document has more members and elements than the server reads. Client: Spread it over several requests. */
  DOCUMENT_TOO_MANY_MEMBERS: { status: 400, title: 'The request document has too many members' },
  /**
   * There is no document, its bytes are no UTF-8, or its text is no JSON. Client: Repair the encoder: asking again
   * does not help.
   */
  INVALID_JSON: { status: 400, title: 'The request document is not valid JSON' },
  /**
   * Something failed that is no fault of the client. Client: Try again later; report the id, which is in the log of
   * the server too.
   */
  INTERNAL_ERROR: { status: 500, title: 'The server failed to answer' },
  /**
   * A header field, such as If-Match, holds what cannot be read. Client: Correct the field that `source.header` names.
   */
  HEADER_INVALID: { status: 400, title: 'A header field cannot be read' },
  /**
   * The server or a data source behind it took longer than it may. Client: Try again later, with a smaller page or fewer
   * included resources; fetch first what you wrote, for a write may have been carried out.
   */
  TIMED_OUT: { status: 504, title: 'The server took too long to answer' },
  /**
   * A database or another service behind the server cannot be reached at the moment. Client: Send the request again after
   * the seconds that Retry-After names; fetch first what you wrote, for a write may have been carried out.
   */
  SERVICE_UNAVAILABLE: { status: 503, title: 'The service is not available at the moment' },
  /**
   * The client closed the connection before the answer was there, so that the request was given up. Client: None hears
   * of it; hooks and traces of the server do.
   */
  CLIENT_GONE: { status: 499, title: 'The client went away' },
  /** The path of the URL is not percent-encoded UTF-8. Client: Encode each segment of the path. */
  URL_INVALID: { status: 400, title: 'The URL cannot be read' },
  /** Path and query are longer than the server reads. Client: Ask for less at once. */
  URL_TOO_LONG: { status: 414, title: 'The URL is too long' },
} as const;

export const negotiationCodes = {
  // Content negotiation
  /**
   * The payload has another Content-Type than JSON:API, a parameter it does not have, an extension the server does
   * not support, or a content encoding. Client: Send the media type of JSON:API with supported extensions only.
   */
  CONTENT_TYPE_UNSUPPORTED: { status: 415, title: 'The media type of the request is not supported' },
  /**
   * Every media range of Accept asks for what the server cannot answer. Client: Accept the media type of JSON:API,
   * without extensions the server does not support.
   */
  ACCEPT_UNSATISFIABLE: { status: 406, title: 'No acceptable representation' },
} as const;

export const conditionCodes = {
  // Conditions
  /**
   * If-Match or If-None-Match does not hold: the resource is not in the state that the client saw. Client: Fetch it
   * anew, and decide again.
   */
  PRECONDITION_FAILED: { status: 412, title: 'A condition of the request does not hold' },
  /** The server takes this write with If-Match only. Client: Send the ETag of what is changed along. */
  PRECONDITION_REQUIRED: { status: 428, title: 'The request needs a condition' },
} as const;

export const queryCodes = {
  // Query parameters
  /**
   * The server knows no query parameter of this name, or its name is not legal. Client: Leave it out, or correct its
   * name.
   */
  PARAMETER_UNKNOWN: { status: 400, title: 'Unknown query parameter' },
  /** The value of a query parameter that the application declares is none that it can have. Client: Correct the value. */
  PARAMETER_INVALID: { status: 400, title: 'Invalid query parameter' },
  /** A query parameter that has one value is given twice. Client: Give it once, with its values separated by commas. */
  PARAMETER_REPEATED: { status: 400, title: 'Query parameter given more than once' },
  /** The query has more parameters than the server reads. Client: Ask for less at once. */
  PARAMETERS_TOO_MANY: { status: 400, title: 'Too many query parameters' },
  /** This URL has no use for the query parameter, such as sort for a single resource. Client: Leave it out. */
  PARAMETER_NOT_SUPPORTED: { status: 400, title: 'Query parameter not supported here' },
  /**
   * A path of include names a relationship that does not exist there. Client: Correct the path; the detail says where
   * it ends.
   */
  RELATIONSHIP_PATH_UNKNOWN: { status: 400, title: 'Unknown relationship path' },
  /** include has more paths than the server follows. Client: Include less, or make several requests. */
  RELATIONSHIP_PATHS_TOO_MANY: { status: 400, title: 'Too many relationship paths' },
  /** A path of include has more steps than the server follows. Client: Fetch the rest with another request. */
  RELATIONSHIP_PATH_TOO_LONG: { status: 400, title: 'Relationship path too long' },
  /** The response would include more resources than the server sends. Client: Ask for a smaller page or fewer paths. */
  INCLUDED_TOO_MANY: { status: 400, title: 'Too many resources to include' },
  /** A query parameter names a resource type that the API does not have. Client: Correct the type. */
  TYPE_UNKNOWN: { status: 400, title: 'Unknown resource type' },
  /** A query parameter names a field that the type does not have. Client: Correct the name of the field. */
  FIELD_UNKNOWN: { status: 400, title: 'Unknown field' },
  /**
   * The resources cannot be sorted by this field, or the value names none. Client: Sort by a field that the API
   * offers for it.
   */
  SORT_NOT_SUPPORTED: { status: 400, title: 'Sort not supported' },
  /** The resources cannot be filtered by this field or with this operator. Client: Filter by what the API offers. */
  FILTER_NOT_SUPPORTED: { status: 400, title: 'Filter not supported' },
  /** The value of a filter is none that the field can have. Client: Correct the value. */
  FILTER_VALUE_INVALID: { status: 400, title: 'Invalid filter value' },
  /**
   * A page parameter is unknown, or its value is out of range. Client: Correct the parameter, or follow the links of
   * the server.
   */
  PAGE_INVALID: { status: 400, title: 'Invalid page' },
} as const;

export const documentCodes = {
  // Request documents
  /**
   * The document does not have the structure that the specification demands at this place. Client: Correct the
   * document at the pointer.
   */
  DOCUMENT_INVALID: { status: 400, title: 'The request document is malformed' },
  /**
   * The type of the resource is not one of the endpoint, or the type of an identifier not one of the relationship.
   * Client: Send the type that the detail names.
   */
  TYPE_CONFLICT: { status: 409, title: 'The type does not belong here' },
  /** The id in the document differs from the one in the URL. Client: Send the same id in both. */
  ID_CONFLICT: { status: 409, title: 'The id is not the one of the URL' },
  /**
   * The data source refuses the change, since it breaks a constraint such as uniqueness. Client: Change the value
   * that conflicts, or fetch the resource anew.
   */
  CONSTRAINT_VIOLATED: { status: 409, title: 'The request breaks a constraint of the data' },
  /**
   * Other requests changed the same data at the same time, again and again, so that the change was not carried out.
   * Client: Send the request again after the seconds that Retry-After names.
   */
  WRITE_CONFLICT: { status: 409, title: 'The request conflicts with concurrent ones' },
  /**
   * A value is missing that must be there, breaks a rule of the data, or cannot be stored. Client: Correct the value; the
   * pointer leads to it where it is known.
   */
  VALUE_REJECTED: { status: 422, title: 'A value is not accepted' },
  /** There is a resource with the client-generated id already. Client: Choose another id, or update the resource. */
  RESOURCE_EXISTS: { status: 409, title: 'The resource exists already' },
  /** A create request brings an id, and the server chooses the ids of this type. Client: Leave the id out. */
  CLIENT_ID_FORBIDDEN: { status: 403, title: 'Client-generated ids are not supported' },
  /** The type has no attribute of this name. Client: Leave it out, or correct its name. */
  ATTRIBUTE_UNKNOWN: { status: 422, title: 'Unknown attribute' },
  /**
   * The schema of an attribute refuses its value, misses it, or it cannot be stored as it was sent. Client: Correct
   * the value at the pointer.
   */
  ATTRIBUTE_INVALID: { status: 422, title: 'Invalid attribute' },
  /** The type has no relationship of this name. Client: Leave it out, or correct its name. */
  RELATIONSHIP_UNKNOWN: { status: 422, title: 'Unknown relationship' },
  /** The request sets a field that only the server sets. Client: Leave it out. */
  FIELD_READ_ONLY: { status: 403, title: 'The field cannot be written' },
  /** The request names more resource identifiers than the server reads. Client: Spread them over several requests. */
  LINKAGE_TOO_LARGE: { status: 422, title: 'Too many identifiers' },
  /**
   * An identifier has a local id, and the request creates no resource that has it. Client: Use the id of the
   * resource, or the lid of the one that is created.
   */
  LOCAL_ID_UNKNOWN: { status: 400, title: 'Unknown local id' },
} as const;

export const resourceCodes = {
  // Resources and operations
  /**
   * There is no resource, or nothing at all, at this URL. Client: Correct the URL, or take the resource for deleted.
   */
  NOT_FOUND: { status: 404, title: 'Not found' },
  /** Linkage of the request names a resource that does not exist. Client: Create it first, or leave it out. */
  RELATED_RESOURCE_NOT_FOUND: { status: 404, title: 'A related resource does not exist' },
  /** The access rules do not let the caller do this. Client: Ask as somebody who may. */
  FORBIDDEN: { status: 403, title: 'Not allowed' },
  /** The URL does not have this method at all. Client: Use a method that the header Allow names. */
  METHOD_NOT_ALLOWED: { status: 405, title: 'The method is not allowed here' },
  /** The server does not offer this change of the resource or the relationship. Client: Do without it. */
  OPERATION_NOT_SUPPORTED: { status: 403, title: 'The operation is not supported' },
} as const;

type ErrorCodes = typeof requestCodes &
  typeof negotiationCodes &
  typeof conditionCodes &
  typeof queryCodes &
  typeof documentCodes &
  typeof resourceCodes;

/* @__NO_SIDE_EFFECTS__ */
function joined(...chapters: readonly object[]): ErrorCodes {
  return Object.assign({}, ...chapters);
}

/**
 * Every code an error of this library may carry, with its HTTP status and its title. A code is stable: it keeps its
 * status and its meaning, and its title never changes between occurrences. `docs/errors.md` is made of this file by
 * `scripts/write-errors.ts`: each comment says when an error occurs and, after "Client:", what a client can do.
 *
 * @see https://jsonapi.org/format/1.1/#errors
 */
export const errorCodes: ErrorCodes = joined(
  requestCodes,
  negotiationCodes,
  conditionCodes,
  queryCodes,
  documentCodes,
  resourceCodes,
);

/** The code of an error. */
export type ErrorCode = keyof typeof errorCodes;
