/** The errors of content negotiation. */
export const negotiationErrors = {
  // Content negotiation
  /**
   * The `Content-Type` is not the JSON:API media type, has an unknown parameter, or names an extension that the server
   * does not support; or the request has a content encoding. Client: Send the JSON:API media type with supported
   * extensions only.
   */
  CONTENT_TYPE_UNSUPPORTED: {
    status: 415,
    title: 'Unsupported media type',
    required: '`Content-Type` is required: {mediaType}.',
    other: '`Content-Type` must be {mediaType}, but it is "{value}".',
    quotes: 'Quote the URIs of `ext` and `profile`.',
    tooLong: '`Content-Type` must have at most 2,048 characters.',
    parameters: '`Content-Type` is not supported: {reason}.',
  },
  /**
   * The server cannot satisfy any media range of `Accept`. Client: Accept the JSON:API media type without extensions
   * that the server does not support.
   */
  ACCEPT_UNSATISFIABLE: {
    status: 406,
    title: 'No acceptable representation',
    other: '`Accept` must allow {mediaType}.',
    parameters: '`Accept` must contain a supported {mediaType}: {reason}.',
    tooLong: '`Accept` must have at most 2,048 characters.',
    noRange: '`Accept` must contain a media range.',
  },
} as const;

/** Errors, and messages of those above, that only servers need. A negotiation alone does not load them. */
export const negotiationMessagesOfServers = {
  CONTENT_TYPE_UNSUPPORTED: {
    encoding: 'A document of type {mediaType} must not have a content encoding.',
    extension: 'This URL requires the extension {uri}: name it in the `ext` parameter of `{header}`.',
    withoutDocument:
      '`Content-Type` must be {mediaType}, also without a request document: browsers can send other requests from any site.',
  },
  ACCEPT_UNSATISFIABLE: {
    extension: 'This URL requires the extension {uri}: name it in the `ext` parameter of `{header}`.',
  },
} as const;
