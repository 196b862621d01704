/** Requirements about writes, of the profile, and of the extension: the id, how binding it is, and what it says. */
export const writingClauses = `
CRE-01 must POST to a collection with data: one resource object with at least type.
CRE-02 should id only where client-generated ids are accepted; globally unique, UUID recommended.
CRE-03 should Relationships in the request are relationship objects with data.
CRE-04 must A request succeeds or fails as a whole (all write requests).
CRE-05 must 201 with the resource as primary data when the server changed it (for example assigned id).
CRE-06 should Location identifies the new resource.
CRE-07 must Location equals links.self of the resource when both exist.
CRE-09 must 202 when processing is not complete.
CRE-10 must Unchanged: either 201 with a document or 204 without.
CRE-11 must Client-generated id not supported: 403.
CRE-13 must Referenced related resource missing: 404.
CRE-14 must Client-generated id exists already: 409.
CRE-15 must type not among those of the collection: 409.
CRE-16 should A 409 says what conflicts.
UPD-01 must PATCH on the resource URL with data: one resource object with type and id.
UPD-02 must Absent attributes and relationships keep their values; never read as null or empty.
UPD-03 must A relationship given has data; it replaces the value.
UPD-04 must A refused full replacement of a to-many: the whole update is rejected, 403.
UPD-05 must 200 with the resource when the server changed more than asked.
UPD-07 must 202 when processing is not complete.
UPD-08 must Nothing changed beyond the request: 200 with a document or 204 without.
UPD-09 must Unsupported update of a resource or relationship: 403.
UPD-10 must Resource missing: 404.
UPD-11 must Referenced related resource missing: 404.
UPD-12 must type or id of the body differs from the endpoint (either one): 409.
UPD-14 should A 409 says what conflicts.
UPD-16 recommended An attribute given as null is set to null (different from absent).
RUP-01 must PATCH to-one: data is one identifier or null; null clears.
RUP-02 must PATCH to-many: data is an array of identifiers, maybe empty; every member is replaced, or a suitable error, or 403.
RUP-03 must POST to-many: adds the members not yet present.
RUP-04 should A present type and id pair is not added again. (The public text says MUST NOT.)
RUP-05 must POST succeeds when all were added or already present.
RUP-06 must DELETE to-many with a body: removes the members, or 403.
RUP-07 must DELETE succeeds when all were removed or already absent.
RUP-08 recommended Only the link changes; related resources are not deleted; an orphan may be collected.
RUP-09 must 200 with the updated linkage when the server changed more than asked.
RUP-10 recommended Otherwise 200 without primary data is allowed.
RUP-11 must 202 when processing is not complete.
RUP-12 must Nothing beyond the request: 200 with a document or 204 without (also POST of a present and DELETE of an absent member).
RUP-13 must Unsupported relationship update: 403.
RUP-15 recommended Empty array in POST or DELETE: success, nothing changes.
DEL-01 recommended DELETE on the resource URL, no payload.
DEL-02 recommended 200 with a document without primary data is allowed.
DEL-03 must 202 when processing is not complete.
DEL-04 must Success: 200 with a document or 204 without.
DEL-05 should Missing resource: 404.
CUR-02 profile It uses page[size], page[before], page[after].
CUR-03 profile Pages only over an ordered list; the order does not change between requests unless the data does.
CUR-04 profile A partial client sort gets extra constraints consistent with it, so that the order is unique.
CUR-05 profile A collection without natural order (linkage too) is assigned one.
CUR-06 profile A sort that cannot be paged may be rejected, then with the unsupported-sort error.
CUR-10 profile page[size] matches ^[0-9]+$ (ASCII digits, whole string), read as decimal, greater than zero; otherwise invalid-parameter error.
CUR-11 profile A maximum page size per endpoint may be defined; infinite otherwise.
CUR-12 profile Above the maximum: max-size-exceeded error.
CUR-13 profile Omitted: a default between 1 and the maximum.
CUR-14 profile The page holds exactly the used page size, if that many items satisfy the constraints.
CUR-15 profile page[after]: first item is the one right after the cursor; [] when nothing follows.
CUR-16 profile page[before]: last item is the closest one before the cursor; [] when nothing precedes. List order is kept.
CUR-17 profile Neither: starts with the first item; [] for an empty list.
CUR-18 profile Invalid cursor: invalid-parameter error.
CUR-19 profile Both cursors: a range of all results between; may be unsupported, then range-pagination-not-supported error.
CUR-20 profile In a range the default page size is the maximum.
CUR-21 profile More results than the used page size: the data of the same request without page[before], plus rangeTruncated true in the pagination metadata.
CUR-22 profile Terms: paginated data (data array), pagination links (sibling links), pagination metadata (page in sibling meta), pagination item, item metadata (page in item meta).
CUR-23 profile page is reserved in every meta object; its value is an object, anything else is unrecognized (ignored).
CUR-24 profile An item may carry meta.page.cursor.
CUR-25 profile That cursor falls on the item: after it excludes the item, before it excludes the item.
CUR-26 profile prev and next are present for each instance of paginated data (link or null).
CUR-28 profile Without page[before]: the server determines whether a next page exists; next is null when not.
CUR-29 profile Without page[after]: the server determines whether a previous page exists; prev is null when not.
CUR-31 profile meta.page.total: integer, size of the whole list.
CUR-32 profile meta.page.estimatedTotal: object, optional integer bestGuess.
CUR-33 profile Unsupported sort: 400, source.parameter sort, links.type contains {profile_base}/cursor-pagination/unsupported-sort.
CUR-34 profile Max size exceeded: 400, source.parameter page[size], meta.page.maxSize integer, links.type contains .../max-size-exceeded.
CUR-35 profile Invalid parameter value: 400, the parameter named in source.
CUR-36 profile Range not supported: 400, links.type contains .../range-pagination-not-supported.
CUR-37 profile All four are 400 with an error document.
CUR-38 profile The error links.type of the public example is an array of URIs although a 1.1 link is no array; our text allows it for profiles (ERR-08).
ATM-01 profile URI https://jsonapi.org/ext/atomic, namespace atomic; both documents carry ext in Content-Type.
ATM-02 profile No data and no included at the top level.
ATM-03 profile atomic:operations or atomic:results, not both.
ATM-04 profile Each is an array of one or more objects.
ATM-05 profile No errors next to either.
ATM-10 profile add of a resource: data with at least type; href optional.
ATM-11 profile update of a resource: target by ref, href or the data itself.
ATM-12 profile remove of a resource: ref or href.
ATM-13 profile Relationship operation: ref or href, and data (identifier, null, or array).
ATM-14 profile A result may hold data and meta; {} is fine.
ATM-15 profile A result is an object.
ATM-16 profile Only POST.
ATM-17 profile Operations run in order.
ATM-18 profile All or nothing.
ATM-19 profile 200 with results of the same length and positions.
ATM-21 profile Errors carry a pointer into the request, for example /atomic:operations/1/data (not /atomic:operations[1], which JsonApiDotNetCore sends).
ATM-22 profile Malformed operation: 400.
ATM-23 profile Well formed but not processable: 400 or better (409, 422).
ATM-24 profile add: the result has data unless the id was client-generated and nothing changed.
ATM-25 profile update: data when more changed than asked.
ATM-26 profile remove and relationship operations: result without data.
ATM-27 profile lid of an earlier operation can be used in ref and in identifiers of later ones.
EXT-09 must Extension member name = namespace, colon, a name that obeys the member-name rules. Such members are legal only while that extension is applied.
EXT-10 should Extension query parameter base name = namespace, colon, one or more of a-z only.
EXT-11 recommended Where an object must contain at least one of a list, a member of an applied extension satisfies it: top level, relationship object, and the links object of a relationship.
`;
