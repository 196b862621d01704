/**
 * Names that a program may have added to `Object.prototype`: options, fields, members of documents, header fields, members
 * of requests, methods of sources, and what this library calls things inside.
 *
 * Not among them are the names by which the language itself reads any object: `then`, `toJSON`, and those of property
 * descriptors. With these, promises, `JSON.stringify` and `Object.defineProperty` mean something else everywhere.
 */
export const names: readonly string[] = `
include fields links meta jsonapi extensionMembers baseUrl urls resources isServed isReadable related typeOf
resource relationship relationships additional attributes attribute clientGeneratedIds declaration types
write sort filter encode decode kind schema options targets name inherited definition toMany target
as extensions profiles sparseFieldsets api level rules maxIssues version namespace members nodeKinds parameters uri
shape aliases needs others names element visit missingMember wrongShape unknownMember finish roles needsApi
id type lid status code title detail source pointer parameter header about localize request onFailure acceptLanguage
accept contentType payload method url headers body signal content-type Content-Type Accept accept-language
If-Match If-None-Match if-match if-none-match prefer Prefer content-encoding x-http-method-override Vary ETag Location
cause errors limits bytes depth linkageMembers includeDepth includePaths sortFields sortDepth filterTerms filterDepth
filterValues filterCost filterValueLength bodyBytes bodyDepth bodyMembers urlLength includedResources includedLinkage pageSize
pageSizeMaximum requestTime sourceTime page size number offset limit total positions after before hasMore records
context access defaultAccess pagination parameters cacheControl describedby requireIfMatch methodOverride onRequest
tracing onError strategy includedSize read create update delete relate list find transaction job accepted retryAfter
forUpdate selection atMost pagePerParent operator field values descending replace add remove sizeName
neighbours memberMeta first last prev next self data included href rel hreflang collection
column foreignKey through from to table idType newId subtitle views author comments articles people body
prefix server startRequest startCall run end issues message path vendor validate
record node more reader entry entries steps isEnd place key parent value0 root grammar role leaf matchesFilter
frozen view plans last plan template visits report memory rule full own polluted copied query route kindOf operation
conditions preference negotiated setup outcome link text texts found shown metas pagination paginated loaded
dryRun UUID 0 1 2 -1 length0 description nonce foo
`
  .split(/\s+/)
  .filter((name) => name !== '')
  .filter((name, index, all) => all.indexOf(name) === index);

/** Names that Kysely (`from`: of a node of its own, `-1`: of an empty array of its own), or the `Request` of Node, reads from objects of its own: both fail by themselves. */
export const readByOthers: readonly string[] = [
  'filter',
  'schema',
  'name',
  'offset',
  'limit',
  'body',
  'signal',
  'from',
  'where',
  '-1',
  'required',
];

/** The values of the names. Each kind of value is meaningful to some reader. */
export const values: readonly (readonly [string, unknown])[] = [
  ['true', true],
  ['a string', 'x'],
  ['a function', () => 'x'],
  ['an object', { x: 1 }],
  ['an array', ['x']],
  ['a number', 1],
];
