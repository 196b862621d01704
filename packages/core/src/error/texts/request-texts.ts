/** The texts of errors of the request as a whole, of negotiation, and of preconditions. */
export const requestTexts = {
  BODY_TOO_LARGE: {
    bytes: 'The request document must have at most {limit} bytes.',
    payload: 'The payload is larger than the server accepts.',
  },
  DOCUMENT_TOO_DEEP: { levels: 'The request document must be nested at most {limit} levels deep.' },
  DOCUMENT_TOO_MANY_MEMBERS: { members: 'The request document must have at most {limit} members and elements.' },
  INVALID_JSON: {
    required: 'The request document is required.',
    encoding: 'The request document must be valid UTF-8.',
    place: 'The request document must be valid JSON. The first error is at line {line}, column {column}.',
    end: 'The request document must be valid JSON, but it ends too early, at line {line}, column {column}.',
    value: 'The request document must be valid JSON, but it {reason}.',
    payload: 'The payload is not valid JSON.',
  },
  INTERNAL_ERROR: { recorded: 'The server has recorded the failure under this `id`.' },
  HEADER_INVALID: {
    entityTags: '`{header}` must be "*" or a list of entity tags in quotation marks, with at most 4,096 characters.',
    entityTag: '`ifMatch` must be an entity tag in quotation marks.',
    ifMatch: '`If-Match` is not supported here. Remove it.',
    method: '`{header}` must be PATCH or DELETE.',
    key: '`{header}` must be a string in quotation marks with 1 to {limit} characters.',
    keyUnsupported:
      '`Idempotency-Key` is not supported for operations on the type "{type}". Remove it, or send the operation in a request of its own.',
    keyOfIncluded:
      '`Idempotency-Key` is not supported for a response with resources of the type "{type}". Remove it, or do not include them.',
  },
  TIMED_OUT: {
    server: 'The server did not finish the request within its time limit.',
    database: 'The request exceeded the time limit of the database.',
  },
  SERVICE_UNAVAILABLE: {
    source: 'The data source is temporarily unavailable. Send the request again later.',
    busy: 'The server is busy and has not processed the request. Send it again after the number of seconds in `Retry-After`.',
  },
  CLIENT_GONE: { closed: 'The client closed the connection before the server responded.' },
  URL_INVALID: {
    encoding:
      'The path of the URL must be percent-encoded UTF-8, in which letters, digits, "-", ".", and "_" are not encoded.',
  },
  URL_TOO_LONG: { characters: 'The URL must have at most {limit} characters after the root of the API.' },
  CONTENT_TYPE_UNSUPPORTED: {
    required: '`Content-Type` is required: {mediaType}.',
    other: '`Content-Type` must be {mediaType}, but it is "{value}".',
    quotes: 'Quote the URIs of `ext` and `profile`.',
    tooLong: '`Content-Type` must have at most 2,048 characters.',
    parameters: '`Content-Type` is not supported: {reason}.',
    encoding: 'A document of type {mediaType} must not have a content encoding.',
    extension: 'This URL requires the extension {uri}: name it in the `ext` parameter of `{header}`.',
    withoutDocument:
      '`Content-Type` must be {mediaType}, also without a request document: browsers can send other requests from any site.',
  },
  ACCEPT_UNSATISFIABLE: {
    other: '`Accept` must allow {mediaType}.',
    parameters: '`Accept` must contain a supported {mediaType}: {reason}.',
    tooLong: '`Accept` must have at most 2,048 characters.',
    noRange: '`Accept` must contain a media range.',
    extension: 'This URL requires the extension {uri}: name it in the `ext` parameter of `{header}`.',
  },
  PRECONDITION_FAILED: {
    changed:
      'No entity tag in `If-Match` matches the current version of the resource. Fetch the resource and retry with its `ETag`. Weak tags (`W/…`) never match.',
    otherRepresentation: 'No entity tag in `If-Match` matches this representation. Weak tags (`W/…`) never match.',
    noVersion: 'The resource does not have a version that can be compared. Use `If-Match: *`, or omit the condition.',
    noVersionOfType:
      'Resources of type "{type}" do not have a version that can be compared. Use `If-Match: *`, or omit the condition.',
    unknownExistence: 'It is unknown whether a resource of type "{type}" exists before it is written.',
    excluded: 'The resource exists in a version that `If-None-Match` excludes.',
    creation: '`If-Match` cannot match a resource that does not exist yet. Remove it from the create request.',
  },
  PRECONDITION_REQUIRED: { ifMatch: '`If-Match` is required for this write. Send the `ETag` of the resource.' },
  IDEMPOTENCY_KEY_REQUIRED: { header: 'The header field `{header}` is required.' },
  IDEMPOTENCY_KEY_REUSED: {
    otherRequest: 'Another request has used this idempotency key. Use a new key for each request.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    running: 'A request with this idempotency key is still running. Send the request again later.',
  },
} as const;
