/** The errors of the request as a whole. */
export const requestErrors = {
  // The request as a whole
  /** The document has more bytes than the server accepts. Client: Send less data, or split it into several requests. */
  BODY_TOO_LARGE: {
    status: 413,
    title: 'Request document too large',
    bytes: 'The request document must have at most {limit} bytes.',
    body: 'The body is larger than the server accepts.',
  },
  /**
   * Arrays and objects of the document are nested more deeply than the server accepts. Client: Send a flatter value.
   */
  DOCUMENT_TOO_DEEP: {
    status: 400,
    title: 'Request document nested too deeply',
    levels: 'The request document must be nested at most {limit} levels deep.',
  },
  /** The document has more members and elements than the server accepts. Client: Split it into several requests. */
  DOCUMENT_TOO_MANY_MEMBERS: {
    status: 400,
    title: 'Too many members',
    members: 'The request document must have at most {limit} members and elements.',
  },
  /**
   * The document is missing, is not valid UTF-8, or is not valid JSON. Client: Correct the encoder; sending the same
   * request again does not help.
   */
  INVALID_JSON: {
    status: 400,
    title: 'Invalid JSON',
    required: 'The request document is required.',
    encoding: 'The request document must be valid UTF-8.',
    place: 'The request document must be valid JSON. The first error is at line {line}, column {column}.',
    end: 'The request document must be valid JSON, but it ends too early, at line {line}, column {column}.',
    value: 'The request document must be valid JSON, but it {reason}.',
    body: 'The body is not valid JSON.',
  },
  /** A header, such as `If-Match`, is malformed. Client: Correct the header that `source.header` names. */
  HEADER_INVALID: {
    status: 400,
    title: 'Invalid header',
    entityTags: '`{header}` must be "*" or a list of entity tags in quotation marks, with at most 4,096 characters.',
    entityTag: '`ifMatch` must be an entity tag in quotation marks.',
  },
} as const;

/** Errors, and messages of those above, that only servers and the converter of thrown values need. */
export const requestMessagesOfHosts = {
  /**
   * The path of the URL is not percent-encoded UTF-8, or encodes characters that need no encoding. Client: Encode each segment
   * of the path as `encodeURIComponent` does.
   */
  URL_INVALID: {
    status: 400,
    title: 'Invalid URL',
    encoding:
      'The path of the URL must be percent-encoded UTF-8, in which letters, digits, "-", ".", and "_" are not encoded.',
  },
  /**
   * The server failed unexpectedly. The request is not the cause. Client: Try again later. Report the `id`, which the
   * server's log also contains.
   */
  INTERNAL_ERROR: {
    status: 500,
    title: 'Internal server error',
    recorded: 'The server has recorded the failure under this `id`.',
  },
} as const;

/** Errors, and messages of those above, that only servers need. The readers of requests alone do not load them. */
export const requestMessagesOfServers = {
  HEADER_INVALID: {
    ifMatch: '`If-Match` is not supported here. Remove it.',
    method: '`{header}` must be PATCH or DELETE.',
    key: '`{header}` must be a string in quotation marks with 1 to {limit} characters.',
    keyUnsupported:
      '`Idempotency-Key` is not supported for operations on the type "{type}". Remove it, or send the operation in a request of its own.',
    keyOfIncluded:
      '`Idempotency-Key` is not supported for a response with resources of the type "{type}". Remove it, or do not include them.',
  },
  /**
   * The server or one of its data sources exceeded the time limit. Client: Try again later with a smaller page or fewer
   * included resources. After a write, fetch the resource first, because the write may have succeeded.
   */
  TIMED_OUT: {
    status: 504,
    title: 'Time limit exceeded',
    server: 'The server did not finish the request within its time limit.',
    database: 'The request exceeded the time limit of the database.',
  },
  /**
   * The server is overloaded, or a database or another service that it uses is temporarily unavailable. Client: Send the request
   * again after the number of seconds in `Retry-After`. After a write, fetch the resource first, because the write may have succeeded.
   */
  SERVICE_UNAVAILABLE: {
    status: 503,
    title: 'Service unavailable',
    source: 'The data source is temporarily unavailable. Send the request again later.',
    busy: 'The server is busy and has not processed the request. Send it again after the number of seconds in `Retry-After`.',
  },
  /**
   * The client closed the connection before the response was complete, so the server stopped the request. Client: The
   * client receives no response; only hooks and traces of the server record this error.
   */
  CLIENT_GONE: {
    status: 499,
    title: 'Client disconnected',
    closed: 'The client closed the connection before the server responded.',
  },
  /**
   * The path and query are longer than the server accepts. Client: Request fewer fields, paths, or filter values at
   * once.
   */
  URL_TOO_LONG: {
    status: 414,
    title: 'URL too long',
    characters: 'The URL must have at most {limit} characters after the root of the API.',
  },
} as const;
