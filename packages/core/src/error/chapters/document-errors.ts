/** The errors of request documents. */
export const documentErrors = {
  // Request documents
  /**
   * The document does not have the structure that the specification requires at this pointer. Client: Correct the
   * document at the pointer.
   */
  DOCUMENT_INVALID: {
    status: 400,
    title: 'Invalid request document',
    document: 'A request document must be an object, but it is {found}.',
    errors: 'A request document must not contain `errors`.',
    dataRequired: '`data` is required in a request document.',
    data: '`data` must be a single resource object, but it is {found}.',
    included: '`included` must be an array, but it is {found}.',
    typeRequired: '`type` is required in the resource object.',
    idRequired: '`id` is required in the resource object.',
    string: '`{name}` must be a string, but it is {found}.',
    unicode: '`{name}` must be valid Unicode, but it contains half of a surrogate pair.',
    object: '`{name}` must be an object, but it is {found}.',
    id: '`id` must be a string of 1 to {limit} characters that a URL can contain.',
    localId: 'The local id "{lid}" must refer to one resource, but it refers to several.',
    relationship: 'The relationship `{name}` must be an object with a `data` member, but it is {found}.',
    relationshipWithoutData: 'The relationship `{name}` must be an object with a `data` member.',
    identifier: 'A resource identifier must be an object with `type` and `id`, but it is {found}.',
    identifierIncomplete: 'A resource identifier must have {names}.',
    toOne: 'The to-one relationship `{name}` must have a resource identifier or null as `data`, but it is {found}.',
    toMany:
      'The to-many relationship `{name}` must have an array of resource identifiers as `data`, but it is {found}.',
    type: '`type` must be a string.',
    partUnstorable: 'This value {reason}.',
    valueUnstorable: 'The value of `{name}` {reason}.',
  },
  /**
   * The type of the resource does not match the endpoint, or the type of an identifier does not match the relationship.
   * Client: Send a type that the `detail` names.
   */
  TYPE_CONFLICT: {
    status: 409,
    title: 'Resource type not allowed',
    resource: '`type` must be "{type}" at this URL, but it is "{value}".',
    identifier: 'The relationship `{name}` accepts only type {types}, but the resource identifier has type "{value}".',
    identifierOfSeveral:
      'The relationship `{name}` accepts only the types {types}, but the resource identifier has type "{value}".',
  },
  /** The id in the document differs from the id in the URL. Client: Send the same id in both. */
  ID_CONFLICT: {
    status: 409,
    title: 'Id does not match the URL',
    id: '`id` must match the id in the URL, "{id}", but it is "{value}".',
  },
  /** A create request contains an id, but the server chooses the ids of this type. Client: Remove the id. */
  CLIENT_ID_FORBIDDEN: {
    status: 403,
    title: 'Client-generated ids not supported',
    id: 'The server chooses the id of a new resource of type "{type}". Remove `id` from the request document.',
  },
  /** The type does not have an attribute with this name. Client: Remove the attribute, or correct its name. */
  ATTRIBUTE_UNKNOWN: {
    status: 422,
    title: 'Unknown attribute',
    attribute: 'Type "{type}" does not have an attribute "{name}".',
    relationship: '`{name}` is a relationship of type "{type}". Move it to `relationships`.',
  },
  /**
   * The value of an attribute is missing, does not match its schema, or cannot be stored unchanged. Client: Correct the
   * value at the pointer.
   */
  ATTRIBUTE_INVALID: {
    status: 422,
    title: 'Invalid attribute',
    required: 'The attribute `{name}` is required.',
    issue: '{name}: {message}',
    memberRequired: '{name}: "{member}" is required. {message}',
    partUnstorable: 'This value {reason}.',
    valueUnstorable: 'The value of `{name}` {reason}.',
  },
  /** The type does not have a relationship with this name. Client: Remove the relationship, or correct its name. */
  RELATIONSHIP_UNKNOWN: {
    status: 422,
    title: 'Unknown relationship',
    relationship: 'Type "{type}" does not have a relationship "{name}".',
    attribute: '`{name}` is an attribute of type "{type}". Move it to `attributes`.',
  },
  /**
   * The request creates a resource without a relationship that it must have, or clears such a relationship. Client:
   * Send an identifier for the relationship.
   */
  RELATIONSHIP_REQUIRED: {
    status: 422,
    title: 'Required relationship',
    required: 'The relationship `{name}` is required.',
    notNull: 'The relationship `{name}` is required, so it must not be null.',
    notEmpty: 'The relationship `{name}` is required, so it must not be empty.',
  },
  /** The request sets a field that this kind of request cannot set. Client: Remove the field. */
  FIELD_READ_ONLY: {
    status: 403,
    title: 'Read-only field',
    attribute: 'The attribute `{name}` {reason}. Remove it from the request document.',
    relationship: 'The relationship `{name}` {reason}. Remove it from the request document.',
    member: '`{name}` in `meta` of a member {reason}. Remove it from the request document.',
  },
  /**
   * The data of a membership, in `meta` of an identifier, is missing or does not match its schema. Client: Correct the value at the pointer.
   */
  MEMBER_INVALID: {
    status: 422,
    title: 'Invalid membership data',
    issue: '{name}: {message}',
    memberRequired: '{name}: "{member}" is required. {message}',
    required: '`{name}` is required in `meta` of a new member.',
    column: '`{name}` must be {expected}.',
  },
  /**
   * The request contains more resource identifiers than the server accepts. Client: Split them into several requests.
   */
  LINKAGE_TOO_LARGE: {
    status: 422,
    title: 'Too many identifiers',
    limit: 'A request must have at most {limit} resource identifiers, but it has more.',
  },
  /**
   * An identifier has a local id, but the request does not create a resource with it. Client: Use the id of the
   * resource, or the `lid` of a resource that the request creates.
   */
  LOCAL_ID_UNKNOWN: {
    status: 400,
    title: 'Unknown local id',
    document: 'This request does not create a resource with type "{type}" and the local id "{lid}".',
  },
} as const;

/** Errors, and messages of those above, for the input of an action. The parsers of other documents do not load them. */
export const documentMessagesOfActions = {
  /** The input of an action, or a part of it, is missing or does not match its schema. Client: Correct the value at the pointer. */
  INPUT_INVALID: {
    status: 422,
    title: 'Invalid input',
    issue: '{name}: {message}',
    memberRequired: '{name}: "{member}" is required. {message}',
    partUnstorable: 'This value {reason}.',
    valueUnstorable: 'The value of `{name}` {reason}.',
  },
  DOCUMENT_INVALID: {
    actionInput: 'The input of an action is `meta`. Remove `{name}`.',
    documentOfAction: 'The document must be an object, but it is {found}.',
  },
} as const;

/** Errors, and messages of those above, for documents with operations. The parsers of other documents do not load them. */
export const documentMessagesOfOperations = {
  DOCUMENT_INVALID: {
    documentOfOperations: 'A request document must be an object.',
    notWithOperations: 'A document with operations must not have `{name}`.',
    operationsRequired: 'The request document must have `{name}`.',
    operations: '`{name}` must be an array with at least one operation.',
    operation: 'An operation must be an object.',
    op: '`op` must be "add", "update", or "remove".',
    target: 'An operation with the `op` "remove" must have `ref` or `href`.',
    targets: 'The operation must have either `ref` or `href`, but it has both.',
    targetOfAdd: 'The target of an operation with the `op` "add" must be a collection or a to-many relationship.',
    targetOfOthers: 'The target of the operation must be a resource or a relationship.',
    operationData: 'The operation must have a resource object as its `data`.',
    linkageRequired: 'An operation on a relationship must have `data`.',
    ref: '`ref` must be an object.',
    refIds: '`ref` must have either `id` or `lid`, but it has both.',
    refRelationship: '`relationship` must be a string.',
    typeMissing: '`{name}` must have a `type`.',
    idMissing: '`{name}` must have an `id` or a `lid`.',
    href: '`href` must be a URI reference without a query and a fragment.',
    hrefOfRelated: '`href` must be the URL of a relationship, not that of the related resources.',
  },
  LOCAL_ID_UNKNOWN: {
    operations: 'An earlier operation must create the resource with type "{type}" and local id "{lid}".',
  },
  /** The request contains more operations than the server accepts. Client: Split them into several requests. */
  OPERATIONS_TOO_MANY: {
    status: 400,
    title: 'Too many operations',
    limit: 'A request must have at most {limit} operations.',
  },
} as const;

/** Errors, and messages of those above, that only servers need. The readers of requests alone do not load them. */
export const documentMessagesOfServers = {
  DOCUMENT_INVALID: {
    idParts: 'An id of type "{type}" must have {count} valid parts, separated by "~".',
    idInteger: 'An id of type "{type}" must be the decimal form of an integer.',
    ifMatch: '`meta.ifMatch` must be an entity tag as a string.',
    upsert: '`meta.upsert` must be a boolean.',
    upsertOfOther: '`meta.upsert` requires the `op` "add", and a resource with an `id`.',
    upsertUnsupported: '`meta.upsert` is not supported by this server.',
  },
  /**
   * The data source rejects the change, because it violates a constraint such as uniqueness. Client: Change the
   * conflicting value, or fetch the resource again.
   */
  CONSTRAINT_VIOLATED: {
    status: 409,
    title: 'Constraint violated',
    unique: '{names} must be unique, but another resource already has this value.',
    uniqueTogether: '{names} together must be unique, but another resource already has these values.',
    uniqueValue: 'Another resource already has a value that must be unique.',
    conflict: 'The values conflict with those of another resource.',
    referenced: 'Other resources reference this resource.',
    required: 'A related resource requires this resource.',
    members: 'The resource cannot be deleted, because its relationship `{name}` contains resources.',
    rule: 'The request violates a rule of the data.',
  },
  /**
   * Concurrent requests changed the same data repeatedly, so the server did not apply the change. Client: Send the request
   * again after the number of seconds in `Retry-After`.
   */
  WRITE_CONFLICT: {
    status: 409,
    title: 'Write conflict',
    concurrent: 'Concurrent requests change the same data. Send the request again.',
  },
  /**
   * A required value is missing, or a value violates a rule of the data or cannot be stored. Client: Correct the value. If
   * the server knows the field, the pointer references it.
   */
  VALUE_REJECTED: {
    status: 422,
    title: 'Value rejected',
    id: 'The id must be {expected}.',
    idUnstorable: 'The database cannot store this id.',
    idParts: 'The id must contain the values of the fields that it consists of.',
    clientId: 'The client must send the id of a new resource of type "{type}".',
    missing: 'A required value is missing.',
    required: '`{name}` must have a value.',
    rule: 'The request violates a rule for the values of this type.',
    unstorable: 'A value of the request cannot be stored.',
    unstorableField: 'The value of `{name}` cannot be stored.',
    sides: 'The relationships `{name}` and `{other}` contain the same links, so they must not contradict each other.',
    rowFilter: 'A resource of type "{type}" cannot have these values.',
  },
  /** A resource with the client-generated id already exists. Client: Choose another id, or update the resource. */
  RESOURCE_EXISTS: {
    status: 409,
    title: 'Resource already exists',
    id: 'A resource of type "{type}" with this id already exists.',
  },
  ATTRIBUTE_INVALID: {
    column: '`{name}` must be {expected}.',
    value: '`{name}` must have a value.',
    rule: 'The request violates a rule for the values of this type.',
    unstorable: 'The value of `{name}` cannot be stored.',
  },
} as const;
