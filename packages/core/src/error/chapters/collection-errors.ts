/** The errors of query parameters that depend on the URL and its data. The parser of queries needs none of them. */
export const collectionErrors = {
  /**
   * This URL does not support the query parameter, for example `sort` for a single resource. Client: Remove the
   * parameter.
   */
  PARAMETER_NOT_SUPPORTED: {
    status: 400,
    title: 'Query parameter not supported here',
    single: 'This URL returns a single resource, which cannot be sorted, filtered, or paged.',
    noData: 'The response does not have primary data, so this URL does not support query parameters. Remove them.',
    notApplied: 'This URL does not apply the parameter. Remove it.',
    linkage: 'The linkage of this relationship cannot be sorted or filtered.',
    operations: 'A request with operations supports only `fields[TYPE]`.',
    aggregates: 'Aggregates of this collection are not available.',
    groupsAlike:
      'The resources cannot be grouped by these attributes, because different groups would have the same values.',
    groupsHidden: 'You can group by a relationship only if you can read all resources to which it leads.',
    sum: 'The values of `{name}` cannot be added.',
    aggregatesOfAll: 'A response with all resources does not contain aggregates. Add the parameter `page[size]`.',
  },
} as const;

/** Messages of these errors for the pages of a collection. The readers of requests alone do not load them. */
export const collectionMessagesOfPages = {
  PARAMETER_NOT_SUPPORTED: {
    total: 'The total number of resources of this collection is not available.',
    estimate: 'An estimate of the number of resources of this collection is not available.',
  },
} as const;

/** Errors, and messages of those above, that only servers need. The readers of requests alone do not load them. */
export const collectionMessagesOfServers = {
  /**
   * The response would include more resources, or contain more identifiers of one relationship, than the server allows.
   * Client: Request a smaller page or fewer paths, or omit the relationship with `fields`.
   */
  INCLUDED_TOO_MANY: {
    status: 400,
    title: 'Too many resources to include',
    resources: 'The response must include at most {limit} resources, but this request selects more. Shorten `include`.',
    members: 'The relationship `{name}` must have at most {limit} members to be included.',
    identifiers:
      'The relationship `{name}` must have at most {limit} resource identifiers in the response, but it has more.',
    identifiersOfField:
      'The relationship `{name}` must have at most {limit} resource identifiers in the response, but it has more. Omit it with `{parameter}`, or fetch its pages at its own URL.',
  },
} as const;
