/**
 * Every code an error of this library may carry, with its HTTP status and its title. A code is stable: it keeps its
 * status and its meaning, and its title never changes between occurrences.
 *
 * @see https://jsonapi.org/format/1.1/#errors
 */
export const errorCodes = {
  // The request as a whole
  BODY_TOO_LARGE: { status: 413, title: 'The request document is too large' },
  DOCUMENT_TOO_DEEP: { status: 400, title: 'The request document is nested too deeply' },
  INVALID_JSON: { status: 400, title: 'The request document is not valid JSON' },
  INTERNAL_ERROR: { status: 500, title: 'The server failed to answer' },
  URL_INVALID: { status: 400, title: 'The URL cannot be read' },
  URL_TOO_LONG: { status: 414, title: 'The URL is too long' },

  // Content negotiation
  CONTENT_TYPE_UNSUPPORTED: { status: 415, title: 'The media type of the request is not supported' },
  ACCEPT_UNSATISFIABLE: { status: 406, title: 'No acceptable representation' },

  // Query parameters
  PARAMETER_UNKNOWN: { status: 400, title: 'Unknown query parameter' },
  PARAMETER_REPEATED: { status: 400, title: 'Query parameter given more than once' },
  PARAMETERS_TOO_MANY: { status: 400, title: 'Too many query parameters' },
  PARAMETER_NOT_SUPPORTED: { status: 400, title: 'Query parameter not supported here' },
  RELATIONSHIP_PATH_UNKNOWN: { status: 400, title: 'Unknown relationship path' },
  RELATIONSHIP_PATHS_TOO_MANY: { status: 400, title: 'Too many relationship paths' },
  RELATIONSHIP_PATH_TOO_LONG: { status: 400, title: 'Relationship path too long' },
  INCLUDED_TOO_MANY: { status: 400, title: 'Too many resources to include' },
  TYPE_UNKNOWN: { status: 400, title: 'Unknown resource type' },
  FIELD_UNKNOWN: { status: 400, title: 'Unknown field' },
  SORT_NOT_SUPPORTED: { status: 400, title: 'Sort not supported' },
  FILTER_NOT_SUPPORTED: { status: 400, title: 'Filter not supported' },
  FILTER_VALUE_INVALID: { status: 400, title: 'Invalid filter value' },
  PAGE_INVALID: { status: 400, title: 'Invalid page' },

  // Request documents
  DOCUMENT_INVALID: { status: 400, title: 'The request document is malformed' },
  TYPE_CONFLICT: { status: 409, title: 'The type does not belong here' },
  ID_CONFLICT: { status: 409, title: 'The id is not the one of the URL' },
  CONSTRAINT_VIOLATED: { status: 409, title: 'The request breaks a constraint of the data' },
  RESOURCE_EXISTS: { status: 409, title: 'The resource exists already' },
  CLIENT_ID_FORBIDDEN: { status: 403, title: 'Client-generated ids are not supported' },
  ATTRIBUTE_UNKNOWN: { status: 422, title: 'Unknown attribute' },
  ATTRIBUTE_INVALID: { status: 422, title: 'Invalid attribute' },
  RELATIONSHIP_UNKNOWN: { status: 422, title: 'Unknown relationship' },
  FIELD_READ_ONLY: { status: 403, title: 'The field cannot be written' },
  LINKAGE_TOO_LARGE: { status: 422, title: 'Too many identifiers' },
  LOCAL_ID_UNKNOWN: { status: 400, title: 'Unknown local id' },

  // Resources and operations
  NOT_FOUND: { status: 404, title: 'Not found' },
  RELATED_RESOURCE_NOT_FOUND: { status: 404, title: 'A related resource does not exist' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'The method is not allowed here' },
  OPERATION_NOT_SUPPORTED: { status: 403, title: 'The operation is not supported' },
} as const;

/** The code of an error. */
export type ErrorCode = keyof typeof errorCodes;
