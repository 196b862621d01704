/** The errors of relationship paths. The functions that write documents need no other errors of query parameters. */
export const includeErrors = {
  /**
   * A path of `include` contains a relationship that does not exist or cannot be included. Client: Correct the path.
   * The `detail` names the first unknown step.
   */
  RELATIONSHIP_PATH_UNKNOWN: {
    status: 400,
    title: 'Unknown relationship path',
    step: 'The path "{path}" cannot be included: type {types} does not have an includable relationship "{name}".',
  },
  /** `include` has more paths than the server accepts. Client: Include fewer paths, or send several requests. */
  RELATIONSHIP_PATHS_TOO_MANY: {
    status: 400,
    title: 'Too many relationship paths',
    limit: '`include` must have at most {limit} relationship paths, but it has {count}.',
  },
  /**
   * A path of `include` has more steps than the server accepts. Client: Fetch the remaining resources with another
   * request.
   */
  RELATIONSHIP_PATH_TOO_LONG: {
    status: 400,
    title: 'Relationship path too long',
    steps: 'The path "{path}" must have at most {limit} steps, but it has {count}.',
  },
} as const;

/** Errors, and messages of those above, that only servers need. */
export const includeMessagesOfServers = {
  RELATIONSHIP_PATH_UNKNOWN: {
    type: 'Resources of type "{type}" cannot be included.',
    relationship: 'The relationship `{name}` of type "{type}" cannot be included.',
    beginning: 'The relationship paths of this URL must begin with `{name}`.',
  },
} as const;
