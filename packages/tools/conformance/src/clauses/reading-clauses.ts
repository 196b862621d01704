/** Requirements about reads: the id, how binding it is, and what it says. */
export const readingClauses = `
FET-01 recommended GET collection: 200, data an array of resource objects, empty when none.
FET-02 recommended GET resource: 200, data a resource object.
FET-03 recommended GET related: 200, data a resource object, null, an array, or [].
FET-04 recommended GET relationship: 200, linkage; top-level links may hold self and related.
FET-05 must GET works for every URL offered as top-level self, resource self, relationship related.
FET-06 must GET works for every URL offered as relationship self.
FET-07 recommended null primary data only where the URL could name one resource that is currently absent.
FET-08 must A missing single resource: 404 (unless FET-07 guarantees null).
FET-09 must A relationship URL that does not exist, also for a missing parent: 404.
FET-10 must An existing but empty relationship: 200 with empty linkage.
FET-12 recommended The related URL of a missing parent: 404 as well (same reasoning).
FET-13 recommended HEAD behaves like GET without a body; Allow can list methods (FAQ). PUT is not defined (FAQ).
INC-01 recommended Related resources may be returned by default; include may be supported.
INC-02 recommended Value: comma-separated relationship paths; a path: dot-separated relationship names.
INC-03 recommended Empty value: no related resources (also switches default inclusion off).
INC-04 must Supported and given: the response has an included key, [] when nothing relates.
INC-05 must It holds nothing that was not requested.
INC-06 must Intermediate resources of a path are included.
INC-07 must Endpoint without include, unknown path, path that cannot be included: 400 (source.parameter include).
INC-08 recommended Applies to every endpoint that returns primary data: relationship endpoints (paths start at the relationship name: comments.author) and create requests.
INC-09 recommended A response without data cannot carry included (DOC-06), whatever include says: 204, meta-only 200, errors.
FLD-01 recommended fields[TYPE]: comma-separated field names; limits fields of TYPE in primary and included data.
FLD-02 recommended Empty value: no fields.
FLD-03 must No other field of that type is returned.
FLD-04 recommended A relationship is a field and must be listed.
FLD-05 recommended A type without a fields parameter: all, some or no fields.
FLD-06 recommended Applies to every endpoint that returns resources, create requests too.
SRT-01 recommended Sorting may be supported.
SRT-03 recommended Fields apply in the order given.
SRT-04 recommended Ascending; descending with one leading hyphen-minus.
SRT-05 must Unsupported sort: 400.
SRT-06 must Supported and requested: top-level data follows the order.
PAG-01 recommended The page family is reserved for pagination; a server may limit what it returns.
PAG-02 recommended Pagination link keys: first, last, prev, next.
PAG-03 must An unavailable one is omitted or null.
PAG-04 must Their order agrees with the sorting rules.
PAG-05 recommended They stand in the links object of the paginated collection; top level for primary data.
PAG-06 recommended For an included collection: the matching links object, that is the relationship object whose linkage leads there.
FIL-01 recommended The filter family is reserved for filtering; the strategy is left open.
QRY-01 must An unsupported parameter among include, fields, sort, page, filter, or a name the rules forbid: 400.
QRY-02 recommended Family: base name, then zero or more of [] , [member name] , [dot-separated member names]; nothing after the brackets.
QRY-03 must Implementation-specific base name: a legal member name with at least one character outside a-z.
QRY-05 must A name that breaks the rules, or a parameter the server cannot process under the specification: 400. All a-z names not defined here are reserved, brackets do not help.
QRY-06 recommended Parse and serialize as application/x-www-form-urlencoded (WHATWG): & separates, + is a space, percent-decoding, UTF-8.
QRY-09 should Unencoded square brackets in names are accepted.
QRY-10 must If accepted, the request is treated like the encoded one.
QRY-11 recommended An extension parameter counts only while its extension is applied; otherwise QRY-05.
QRY-12 recommended An invalid implementation-specific parameter may be ignored.
QRY-13 must A parameter the specification defines with an invalid value: an error, 400, source.parameter.
QRY-14 recommended source.parameter is the decoded name as sent (page[size], fields[articles]).
QRY-15 recommended Encoded commas and dots in values: the base algorithm decodes first, so %2C separates.
REC-01 should Collection URL /{type}.
REC-02 should Resource URL /{type}/{id} (id percent-encoded as one path segment).
REC-03 should Relationship URL /{type}/{id}/relationships/{rel}.
REC-04 should Related URL /{type}/{id}/{rel}.
REC-05 should A relationship or related URL is not the self link of a resource.
REC-06 should Responses carry top-level self and pagination links, resource self, links for every available relationship.
REC-07 should POST with X-HTTP-Method-Override: PATCH is treated as PATCH.
`;
