/** The errors of resources and operations. */
export const resourceErrors = {
  // Resources and operations
  /**
   * Linkage of the request identifies a resource that does not exist. Client: Create the resource first, or remove the
   * identifier.
   */
  RELATED_RESOURCE_NOT_FOUND: {
    status: 404,
    title: 'Related resource not found',
    resource: 'The related resource with type "{type}" and id "{id}" does not exist.',
  },
  /**
   * The server does not support this change of the resource or the relationship. Client: Do not send this request to
   * this server.
   */
  OPERATION_NOT_SUPPORTED: {
    status: 403,
    title: 'Operation not supported',
    relationship: 'The relationship `{name}` {reason}.',
    toOne: 'The relationship `{name}` is to-one. Replace it with PATCH.',
  },
} as const;

/** Errors, and messages of those above, for documents with operations. The parsers of other documents do not load them. */
export const resourceMessagesOfOperations = {
  /**
   * This URL does not identify a resource, a collection, or a relationship. Client: Correct the URL. If the resource
   * existed before, treat it as deleted.
   */
  NOT_FOUND: {
    status: 404,
    title: 'Not found',
    url: 'This URL does not exist.',
    resource: 'The resource with type "{type}" and this id does not exist.',
    type: '"{type}" is not a resource type of this API.',
    relationship: 'Type "{type}" does not have a relationship "{name}".',
  },
  OPERATION_NOT_SUPPORTED: {
    toOneOperation: '`op` must be "update" for the to-one relationship `{name}`.',
  },
} as const;

/** Errors, and messages of those above, that only servers need. The readers of requests alone do not load them. */
export const resourceMessagesOfServers = {
  /**
   * The request has no valid credentials. Client: Authenticate as `WWW-Authenticate` declares, and send the request again.
   */
  UNAUTHORIZED: {
    status: 401,
    title: 'Authentication required',
    credentials: 'Valid credentials are required.',
  },
  /**
   * The user has sent too many requests. Client: Send the request again after the number of seconds in `Retry-After`.
   */
  TOO_MANY_REQUESTS: {
    status: 429,
    title: 'Too many requests',
    seconds: 'Send the request again after {seconds} seconds.',
  },
  NOT_FOUND: {
    otherUrl: 'This URL does not belong to the API.',
    anyResource: 'The resource does not exist.',
    id: 'A resource with this id does not exist.',
    unreadable: 'Resources of type "{type}" cannot be read.',
    anyType: 'The resource type does not exist.',
    anyRelationship: 'Type "{type}" does not have this relationship.',
    linkage: 'The relationship cannot be read.',
    idOfRelationship: 'A relationship requires the id of its resource.',
    action: 'Type "{type}" does not declare this action.',
  },
  RELATED_RESOURCE_NOT_FOUND: {
    document: 'A related resource in the request document does not exist.',
  },
  /** The access rules, or the rights in the database, do not allow this. Client: Use other credentials, or omit the forbidden part. */
  FORBIDDEN: {
    status: 403,
    title: 'Not allowed',
    create: 'You are not allowed to create this resource.',
    update: 'You are not allowed to change this resource.',
    delete: 'You are not allowed to delete this resource.',
    deleteReferenced:
      'You are not allowed to delete this resource, because you are not allowed to change or delete all resources that reference it.',
    updateRelationship: 'You are not allowed to change this relationship.',
    act: 'You are not allowed to run this action.',
    repeated: 'You are not allowed to read the response to this request any more.',
    denied: 'The data source does not allow the server to do this.',
  },
  /** The URL does not support this method. Client: Use a method that the `Allow` header names. */
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: 'Method not allowed',
    allowed: 'Allowed methods at this URL: {methods}.',
    unlisted: 'Resources of type "{type}" cannot be listed. Allowed methods at this URL: {methods}.',
    unfetched: 'Resources of type "{type}" cannot be fetched by id. Allowed methods at this URL: {methods}.',
  },
  OPERATION_NOT_SUPPORTED: {
    request: 'This server does not support this request for type "{type}".',
    members: 'The relationship `{name}` has too many members to be replaced. Add and remove members instead.',
    target: 'The target does not support this operation.',
    background: 'This operation would continue in the background. Send it in a request of its own.',
    transaction:
      'Resources of this type cannot be changed in one transaction with those of the earlier operations. Send these operations in separate requests.',
    together: 'Resources of these types cannot be changed together: {names}.',
    filter: 'The filter matches more than {limit} resources. Send a filter that matches fewer.',
    newLinks:
      'The linked resources decide about the links once this resource has an id, but its creation could then not be undone. Create the resource first, and then change the relationship.',
    protectedLinks: 'Other resources link to this resource in a read-only relationship.',
    linkToItself:
      'This type does not support links of a new resource to itself. Create the resource first, and then update the relationship.',
  },
  /**
   * The request removes the last members of a to-many relationship that must have a related resource. Client: Add
   * another member first, or delete the resource.
   */
  LAST_MEMBER_REQUIRED: {
    status: 403,
    title: 'Last member required',
    last: 'The relationship `{name}` is required, so its last member must not be removed.',
  },
} as const;
