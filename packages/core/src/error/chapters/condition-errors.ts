/** The errors of preconditions and idempotency keys. */
export const conditionErrors = {
  // Conditions
  /**
   * `If-Match` or `If-None-Match` does not match: the resource changed since the client read it. Client: Fetch the
   * resource again, and repeat the change with its new `ETag`.
   */
  PRECONDITION_FAILED: {
    status: 412,
    title: 'Precondition failed',
    creation: '`If-Match` cannot match a resource that does not exist yet. Remove it from the create request.',
  },
} as const;

/** Errors, and messages of those above, that only servers need. The readers of requests alone do not load them. */
export const conditionMessagesOfServers = {
  /** The server requires an idempotency key for this write. Client: Send `Idempotency-Key` with a new random string. */
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    title: 'Idempotency key required',
    header: 'The header `{header}` is required.',
  },
  /** Another request used the idempotency key. Client: Use a new key for each request, and repeat it only in retries. */
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'Idempotency key reused',
    otherRequest: 'Another request has used this idempotency key. Use a new key for each request.',
  },
  /**
   * A request with this idempotency key is running, or its outcome is unknown. Client: Try again after `Retry-After`.
   */
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    title: 'Idempotency key in use',
    running: 'A request with this idempotency key is still running. Send the request again later.',
  },
} as const;

/** Errors, and messages of those above, that depend on the version of a resource. The readers of requests alone do not load them. */
export const conditionMessagesOfVersions = {
  PRECONDITION_FAILED: {
    changed:
      'No entity tag in `If-Match` matches the current version of the resource. Fetch the resource and retry with its `ETag`. Weak tags (`W/…`) never match.',
    otherRepresentation: 'No entity tag in `If-Match` matches this representation. Weak tags (`W/…`) never match.',
    noVersion: 'The resource does not have a version that can be compared. Use `If-Match: *`, or omit the condition.',
    noVersionOfType:
      'Resources of type "{type}" do not have a version that can be compared. Use `If-Match: *`, or omit the condition.',
    unknownExistence: 'It is unknown whether a resource of type "{type}" exists before it is written.',
    excluded: 'The resource exists in a version that `If-None-Match` excludes.',
  },
  /** The server requires `If-Match` for this write. Client: Send the `ETag` of the resource in `If-Match`. */
  PRECONDITION_REQUIRED: {
    status: 428,
    title: 'Precondition required',
    ifMatch: '`If-Match` is required for this write. Send the `ETag` of the resource.',
  },
} as const;
