import { split } from './odd.ts';

/**
 * Names that our readers read from objects. A program may have added them to `Object.prototype`, and objects from outside can have them: options, declarations, fields,
 * members of documents, headers, members of requests, methods of sources, and members of results.
 *
 * Not among them are the names by which the language itself reads any object: `then`, `toJSON`, and those of property
 * descriptors. With these, promises, `JSON.stringify` and `Object.defineProperty` mean something else everywhere.
 */
export const readNames: readonly string[] = [
  ...new Set(
    split(`
include fields links meta jsonapi extensionMembers baseUrl urls resources canFind canFindRelated related typeOf
resource relationship relationships additional identifierMeta attributes attribute clientGeneratedIds declaration types
write sort filter encode kind schema options targets inverse onDelete onDemand required compute needs
as extensions profiles sparseFieldsets api level rules maxIssues version namespace members nodeKinds parameters uri
shape aliases others names element visit missingMember wrongShape unknownMember roles needsApi
id type lid status code title detail source pointer parameter header about localize request onFailure acceptLanguage
accept contentType method url headers body signal content-type Content-Type Accept accept-language
If-Match If-None-Match if-match if-none-match prefer Prefer content-encoding x-http-method-override Vary ETag Location
cause errors limits bytes depth linkageMembers includeDepth includePaths sortFields sortDepth filterTerms filterDepth
filterValues filterCost filterValueLength bodyBytes bodyDepth bodyMembers urlLength includedResources includedLinkage pageSize
pageSizeMaximum requestTime sourceTime page size number offset limit total positions after before hasMore hasNext records
context access defaultAccess pagination cacheControl describedby requireIfMatch methodOverride
tracing onError strategy includedSize read create update delete updateRelationship list find transaction job accepted retryAfter
forUpdate selection atMost pagePerParent operator operators field values descending replace add remove sizeName
neighbours memberMeta first last prev next self data included href rel hreflang op ref operations
column foreignKey through from to table idType newId subtitle views author comments articles people
prefix server startRequest startCall run end issues message path vendor validate except dryRun reason columns
UUID 0 1 2 -1 length0 nonce foo
`),
  ),
];
