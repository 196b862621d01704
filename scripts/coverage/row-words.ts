/** Each row of the requirements ledger in a few words of ours: id, then the words. */
const words = `
GEN-01 JSON text
GEN-02 the media type
GEN-03 reserved meaning stays reserved
GEN-04 requirement words
GEN-05 HTTP where the text is silent
EXT-01 extensions only add
EXT-02 no implementation semantics
EXT-03 URI of an extension
EXT-04 its URI can be read
EXT-05 what it may add
EXT-06 it weakens no rule
EXT-07 one namespace
EXT-08 letters and digits of a namespace
EXT-09 names of its members
EXT-10 names of its parameters
EXT-11 its members satisfy "at least one"
EXT-12 extensions of public examples
PRO-01 profiles change no semantics
PRO-02 only application parameters
PRO-03 rules for filter and page
PRO-04 other parameters untouched
PRO-05 URI of a profile
PRO-06 its members need no namespace
PRO-07 no conflicting profiles
DOC-01 an object at the root
DOC-02 data, errors, meta or extension
DOC-03 data or errors
DOC-04 no other members
DOC-05 receivers ignore them
DOC-06 included needs data
DOC-07 kinds of primary data
DOC-08 one kind in an array
DOC-09 collections are arrays
DOC-10 errors is an array
DOC-11 meta is an object
DOC-12 jsonapi may be there
DOC-13 links may be there
DOC-14 included is an array
DOC-15 names of top-level links
DOC-16 self says its media type
DOC-17 self keeps its parameters
DOC-18 related of a relationship
DOC-19 describedby
DOC-20 self is complete
RES-01 type
RES-02 id
RES-03 both are strings
RES-04 lid in place of id
RES-05 one lid for one resource
RES-06 at least id or type
RES-07 type and id name one resource
RES-08 type is a member name
RES-09 singular or plural
RES-10 no field called type or id
RES-11 fields share a namespace
RES-12 attributes is an object
RES-13 values of attributes
RES-14 no foreign keys
RES-15 relationships is an object
RES-16 links of a resource
RES-17 self answers with the resource
RES-18 meta of a resource
RES-19 create without id
RES-20 names of fields
RES-21 what is not a field stays
RES-22 no lid from servers
REL-01 links, data, meta or extension
REL-02 self or related
REL-03 data is linkage
REL-04 extension members
REL-05 shapes of linkage
REL-06 order says nothing
REL-07 pages of linkage
REL-08 related of an empty one
REL-09 related is stable
REL-10 related gives resources
REL-11 self gives linkage
REL-12 self is for changes
REL-13 repeated identifiers
RID-01 type
RID-02 id or lid
RID-03 strings
RID-04 meta
RID-05 nothing else
RID-06 lid of the same request
CMP-01 compound documents
CMP-02 included holds resources
CMP-03 full linkage
CMP-04 but for fieldsets
CMP-05 each resource once
CMP-06 identity by lid
CMP-07 primary data is not included
CMP-08 included stays when its link is hidden
MET-01 meta is an object
LNK-01 links is an object
LNK-02 string, object or null
LNK-03 context of a link
LNK-04 relation type
LNK-05 href
LNK-06 rel
LNK-07 describedby
LNK-08 title
LNK-09 type
LNK-10 hreflang
LNK-11 meta
LNK-12 nothing else
LNK-13 names by place
LNK-14 references are fine
LNK-15 null where no link is
JAP-01 an object
JAP-02 version
JAP-03 ext
JAP-04 profile
JAP-05 meta
JAP-06 not for negotiation
JAP-07 without version
JAP-08 nothing else
NAM-01 case counts
NAM-02 not empty
NAM-03 first and last character
NAM-04 allowed everywhere
NAM-05 allowed inside
NAM-06 never allowed
NAM-07 place of the at sign
NAM-08 camel case
NAM-09 at-members
NAM-10 they are not fields
NAM-11 safe in URLs
NAM-12 names inside values
NEG-01 Content-Type of payloads
NEG-02 two parameters only
NEG-03 lists of URIs
NEG-04 ext names extensions
NEG-05 profile names profiles
NEG-06 clients ignore others
NEG-07 extensions asked for
NEG-08 profiles asked for
NEG-09 weights
NEG-10 415 for other parameters
NEG-11 415 for unknown extensions
NEG-12 ranges with others do not count
NEG-13 406 when all have others
NEG-14 406 when all have unknown extensions
NEG-15 unknown profiles are ignored
NEG-16 Vary
NEG-17 servers of 1.0
NEG-18 both reasons together
NEG-19 q is a weight
NEG-20 syntax of HTTP
NEG-21 no Accept, or anything
NEG-22 another type in Accept
NEG-23 another type of payload
NEG-24 several URIs
FET-01 a collection
FET-02 a resource
FET-03 related resources
FET-04 a relationship
FET-05 offered links answer
FET-06 relationship links answer
FET-07 null for what may be absent
FET-08 404 for a missing resource
FET-09 404 for a missing relationship
FET-10 200 for an empty one
FET-11 other statuses
FET-12 404 for a missing parent
FET-13 HEAD, Allow, PUT
INC-01 default inclusion
INC-02 relationship paths
INC-03 empty include
INC-04 included is there
INC-05 nothing else in it
INC-06 resources on the way
INC-07 400 for unknown paths
INC-08 at every endpoint
INC-09 not without data
FLD-01 fields by type
FLD-02 no fields
FLD-03 no other fields
FLD-04 relationships are fields
FLD-05 types without it
FLD-06 at every endpoint
FLD-07 unknown names
SRT-01 sorting
SRT-02 paths in sort
SRT-03 order of keys
SRT-04 descending
SRT-05 400 for unknown keys
SRT-06 data is sorted
SRT-07 default order
SRT-08 other sort keys
PAG-01 pagination
PAG-02 names of page links
PAG-03 no link, or null
PAG-04 pages follow the order
PAG-05 place of page links
PAG-06 pages of what is included
FIL-01 filtering
FIL-02 by related ids
QRY-01 400 for unsupported parameters
QRY-02 names of families
QRY-03 names of applications
QRY-04 camel case
QRY-05 400 for illegal names
QRY-06 form encoding
QRY-07 values may differ
QRY-08 round trip
QRY-09 plain brackets
QRY-10 mean the same
QRY-11 parameters of extensions
QRY-12 invalid ones of applications
QRY-13 invalid values
QRY-14 source.parameter as sent
QRY-15 encoded commas
CRE-01 POST one resource
CRE-02 ids of clients
CRE-03 relationships have data
CRE-04 all or nothing
CRE-05 201 with the resource
CRE-06 Location
CRE-07 Location is self
CRE-08 201 without data
CRE-09 202
CRE-10 201 or 204
CRE-11 403 for ids
CRE-12 403 otherwise
CRE-13 404 for related ones
CRE-14 409 for taken ids
CRE-15 409 for other types
CRE-16 409 says why
CRE-17 other statuses
CRE-18 unknown attributes
UPD-01 PATCH one resource
UPD-02 absent fields stay
UPD-03 relationships are replaced
UPD-04 403 for refused replacement
UPD-05 200 with the resource
UPD-06 200 without data
UPD-07 202
UPD-08 200 or 204
UPD-09 403
UPD-10 404
UPD-11 404 for related ones
UPD-12 409 for other type or id
UPD-13 409 for constraints
UPD-14 409 says why
UPD-15 other statuses
UPD-16 null is a value
RUP-01 replace to-one
RUP-02 replace to-many
RUP-03 add
RUP-04 not twice
RUP-05 added already
RUP-06 remove
RUP-07 removed already
RUP-08 resources stay
RUP-09 200 with linkage
RUP-10 200 without data
RUP-11 202
RUP-12 200 or 204
RUP-13 403
RUP-14 other statuses
RUP-15 none to add or remove
DEL-01 DELETE
DEL-02 200 without data
DEL-03 202
DEL-04 200 or 204
DEL-05 404
DEL-06 other statuses
REC-01 URL of a collection
REC-02 URL of a resource
REC-03 URL of a relationship
REC-04 URL of related resources
REC-05 self is the resource's own
REC-06 links everywhere
REC-07 method override
REC-08 dates
REC-09 names
REC-10 jobs
REC-11 pending jobs
REC-12 finished jobs
REC-13 words of profiles
CUR-01 URI of the profile
CUR-02 size, before, after
CUR-03 a stable order
CUR-04 a unique order
CUR-05 an order for all
CUR-06 sorts that cannot be paged
CUR-07 what a cursor is
CUR-08 removed items
CUR-09 snapshots
CUR-10 form of a size
CUR-11 largest size
CUR-12 above it
CUR-13 default size
CUR-14 full pages
CUR-15 after
CUR-16 before
CUR-17 neither
CUR-18 invalid cursors
CUR-19 ranges
CUR-20 size of ranges
CUR-21 truncated ranges
CUR-22 terms
CUR-23 page in meta
CUR-24 cursors of items
CUR-25 they fall on the item
CUR-26 prev and next
CUR-27 first and last
CUR-28 whether next exists
CUR-29 whether prev exists
CUR-30 otherwise null, or a try
CUR-31 total
CUR-32 estimated total
CUR-33 error: unsupported sort
CUR-34 error: size too large
CUR-35 error: invalid value
CUR-36 error: no ranges
CUR-37 all are 400
CUR-38 several types of an error
CUR-39 next of a truncated range
CUR-40 clients stop at null
ERR-01 errors at the top
ERR-02 no data beside them
ERR-03 one or several
ERR-04 one status for several
ERR-05 one object for each
ERR-06 at least one member
ERR-07 id
ERR-08 about and type
ERR-09 they can be read
ERR-10 status
ERR-11 code
ERR-12 title stays
ERR-13 detail
ERR-14 source
ERR-15 pointers resolve
ERR-16 source.parameter
ERR-17 source.header
ERR-18 meta
ERR-19 no source without JSON
ERR-20 400 or 422
ERR-21 invalid values
ERR-22 parameters of applications
ERR-23 nothing else
ERR-24 missing members
STA-01 400
STA-02 403
STA-03 404
STA-04 406
STA-05 409
STA-06 415
STA-07 422 and 500
LIM-01 largest page
LIM-02 default page
VER-01 version 1.1
VER-02 versions add
VER-03 highest version
VER-04 only by media type
VER-05 servers of 1.0
ATM-01 URI and namespace
ATM-02 no data
ATM-03 operations or results
ATM-04 arrays
ATM-05 no errors beside
ATM-06 op
ATM-07 ref or href
ATM-08 members of ref
ATM-09 href
ATM-10 add
ATM-11 update
ATM-12 remove
ATM-13 relationships
ATM-14 members of a result
ATM-15 a result is an object
ATM-16 POST only
ATM-17 in order
ATM-18 all or nothing
ATM-19 results by position
ATM-20 204
ATM-21 pointers
ATM-22 400
ATM-23 409 and 422
ATM-24 result of add
ATM-25 result of update
ATM-26 result of remove
ATM-27 lids of earlier ones
`;

/** The words of each row by its id. */
export const rowWords: ReadonlyMap<string, string> = new Map(
  words
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, 6), line.slice(7)]),
);
