/** Requirements that cases check about documents, negotiation, and errors: the id, how binding it is, and what it says. */
export const documentClauses = `
GEN-01 recommended Every payload is a JSON text (RFC 8259).
GEN-02 must Data is exchanged with media type application/vnd.api+json.
GEN-03 recommended Members, parameters and rules are specification semantics, implementation semantics, or reserved for future versions; nobody else gives meaning to the reserved ones.
GEN-05 recommended Requests and responses follow HTTP semantics (RFC 9110) where the text is silent: 405 with Allow, HEAD, 304, conditional requests.
DOC-01 recommended The root of a document is a JSON object.
DOC-02 must At least one of data, errors, meta, or a member of an applied extension.
DOC-03 must data and errors are not both present (whatever their values, also null and []).
DOC-04 must Objects defined here hold no other members unless an applied extension defines them; at-members excepted (NAM-09). Holds for every defined object, nested ones included.
DOC-05 must A receiver ignores members that do not conform; it does not fail on them.
DOC-06 must No included when data is absent (also in error documents).
DOC-07 must data is a resource object, a resource identifier object, an array of either, or null.
DOC-08 recommended An array under data is all resource objects or all identifiers. A bare {type,id} can be either, so a mix is only visible when an endpoint returns the other kind.
DOC-09 must A logical collection is an array even with one item or none.
DOC-10 recommended errors is an array of error objects.
DOC-11 must meta is an object (MET-01).
DOC-12 recommended jsonapi is optional (JAP).
DOC-13 recommended links is optional and concerns the whole document (also allowed with errors or only meta).
DOC-14 recommended included is an array of resource objects.
DOC-15 recommended Top-level links may hold self, related, describedby and pagination links.
DOC-16 should With extensions or profiles applied, top-level self is a link object whose type is the media type with all parameters.
DOC-17 must Top-level self carries the client-supplied query parameters that shaped the response: include, fields[TYPE], sort, page, filter.
DOC-18 recommended Top-level related is the related resource link when the primary data represents a relationship.
DOC-19 recommended Top-level describedby links a description document.
DOC-20 recommended self should be usable without extra information; pagination links likewise keep the other parameters.
RES-01 must type is always present, in requests and responses.
RES-02 must id is present, except in a resource that originates at the client and is to be created.
RES-03 must id, type, lid are strings.
RES-04 recommended A client may give lid when id is omitted; it names the resource per type within the document.
RES-05 should lid has the same value in every representation of that resource in the document, identifiers included.
RES-06 must A resource object contains at least one of id or type (subsumed by RES-01: a resource with only id is invalid).
RES-07 must Within one API a type and id pair identifies one resource.
RES-08 must A type value obeys the member-name rules.
RES-09 must A type name is singular or plural, consistently.
RES-10 must No attribute or relationship is named type or id.
RES-11 must An attribute and a relationship of one resource do not share a name.
RES-12 recommended attributes is an object.
RES-13 recommended An attribute value is any JSON value, nested objects and arrays included.
RES-15 recommended relationships is an object; its keys are relationship names.
RES-16 recommended links is optional and may hold self.
RES-17 must GET on a resource self link returns that resource as primary data.
RES-18 recommended meta is optional, an object.
RES-19 recommended A create request may omit id.
RES-20 must Attribute and relationship names obey the member-name rules.
RES-21 recommended type, id, links and meta are no fields: a fieldset never removes type and id.
RES-22 recommended lid belongs to documents that originate at the client; servers have no reason to send it.
REL-01 must A relationship is an object with at least one of links, data, meta, or an extension member.
REL-02 recommended Its links object holds at least one of self and related.
REL-03 recommended data, when present, is resource linkage.
REL-04 recommended Extension members may appear in it.
REL-05 must Linkage is exactly one of: null (empty to-one), [] (empty to-many), one identifier, an array of identifiers.
REL-07 recommended A to-many relationship object may carry pagination links; they page the relationship data, not the related resources. A to-one may not (implied).
REL-08 must A related link is a valid URL even when the relationship is empty.
REL-09 must A related link does not change when the content changes.
REL-10 recommended GET on related returns resource objects as primary data.
REL-11 recommended GET on a relationship link returns linkage as primary data.
REL-13 recommended Repeated identifiers in a linkage array: no row forbids them (CMP-05 is about resource objects).
RID-01 must Contains type.
RID-02 must Contains id; or lid when it stands for a resource to be created.
RID-03 must id, type, lid are strings.
RID-04 recommended May contain meta, an object.
RID-05 recommended Nothing else (no attributes, relationships, links). DOC-04 applied to identifiers; a receiver ignores the extra.
CMP-01 recommended A server may allow compound documents.
CMP-02 must All included resources are resource objects in the one top-level included array.
CMP-03 must Full linkage: every included resource is reachable from the primary data through relationship data, directly or through other included resources. links alone, a reverse link, or an island do not count.
CMP-04 recommended The only exception: a relationship field removed by a fieldset the client asked for (not by a server default).
CMP-05 must No two resource objects with one type and id pair, counting data and included together.
CMP-06 recommended A resource with only lid is identified by lid.
CMP-07 recommended Consequence: a primary resource never reappears in included, also in cycles and self-references. On a relationship endpoint primary data are identifiers, so the same resource may appear once in included.
CMP-08 recommended With include and a fieldset that hides the relationship, the included resources stay.
MET-01 must Every meta value is an object; any members are allowed, the member-name rules do not apply inside.
LNK-01 must Every links value is an object.
LNK-02 recommended A link is a string (URL) or a link object; null only where a row allows it (PAG-03, CUR-28, CUR-29).
LNK-05 must A link object has href, a string with a URI.
LNK-06 recommended rel is a string, a valid link relation type.
LNK-07 recommended describedby is a link (string or link object).
LNK-08 recommended title is a string.
LNK-09 recommended type is a string, a media type, only a hint.
LNK-10 recommended hreflang is a string or an array of strings, each an RFC 5646 tag, only a hint.
LNK-11 recommended meta of a link object is a meta object.
LNK-12 must No other members in a link object.
LNK-13 must Link names are those of the place: top level self related describedby + pagination; resource self; relationship self related + pagination (to-many); error about type. Others only through an extension.
LNK-14 recommended A URL in a link is a URI-reference: relative ones are fine, and unencoded square brackets must be tolerated (the examples of the spec print them).
LNK-15 recommended Public 1.1 allows null for every link that does not exist.
JAP-01 must jsonapi is an object.
JAP-02 recommended version is a string.
JAP-03 recommended ext is an array of URIs (strings).
JAP-04 recommended profile is an array of URIs (strings).
JAP-05 recommended meta is a meta object.
JAP-06 must ext and profile members are never used for content negotiation.
JAP-08 must No other members.
NAM-01 recommended Names have case.
NAM-02 must At least one character.
NAM-03 must First and last character are globally allowed.
NAM-04 recommended Globally allowed: a-z A-Z 0-9 and every code point from U+0080 up.
NAM-05 recommended Hyphen-minus, low line and space are allowed inside only.
NAM-06 must Reserved characters and controls U+0000 to U+001F, U+007F never appear. That is: + , . [ ] ! " # $ % & ' ( ) * / : ; < = > ?  ^ ' { | } ~
NAM-07 must @ only as the first character of an at-member.
NAM-08 should Recommended: camel case, a-z first and last, ASCII letters and digits.
NAM-09 must At-members may appear anywhere, with any value; they are ignored when this specification is interpreted: they satisfy no at-least-one rule, break no closed object, are no fields, link nothing.
NAM-10 recommended An at-member in attributes is no attribute (in relationships, no relationship).
NAM-11 should URL-safe characters of RFC 3986 are advisable.
NEG-01 must All payloads are sent with Content-Type application/vnd.api+json.
NEG-02 recommended The media type has only the parameters ext and profile.
NEG-03 recommended Their values are lists of URIs separated by U+0020, inside quotation marks.
NEG-04 must ext is given in Content-Type when extensions are applied.
NEG-05 must profile is given in Content-Type when profiles are applied.
NEG-07 recommended A client may use ext in Accept to require extensions: the chosen instance is applied in full.
NEG-08 recommended A client may use profile in Accept to request profiles.
NEG-10 must Content-Type with any parameter other than ext or profile: 415.
NEG-11 must Content-Type with an unsupported extension URI: 415.
NEG-12 must In Accept, instances with parameters other than ext and profile are ignored.
NEG-13 must All instances carry such parameters: 406.
NEG-14 must Every instance has ext with an unsupported URI: 406.
NEG-15 must Requested profiles are applied where possible; unrecognized ones are ignored, never an error.
NEG-16 should A server that supports ext or profile sends Vary with Accept, on every response.
NEG-18 recommended After NEG-12 every remaining instance has an unsupported ext: 406 (the two conditions combined).
NEG-19 recommended q is a weight, not a media type parameter; q=0 refuses.
NEG-20 recommended HTTP syntax: no case in type and parameter names, optional whitespace, quoted-string with quoted-pair, commas and semicolons inside quotes, empty list elements, repeated header lines.
NEG-21 recommended No Accept, */* and application/* accept the media type.
NEG-23 recommended A payload with another or no media type: 415 is the natural answer.
ERR-01 must Errors are an array under top-level errors.
ERR-02 must An error document has no data; it may have the other top-level members (included excepted: DOC-06).
ERR-04 should Several problems: the most general status (400 for several 4xx, 500 for several 5xx).
ERR-05 recommended One error object per problem; the only uniqueness is on id.
ERR-06 must At least one of id, links, status, code, title, detail, source, meta.
ERR-07 recommended id is a string, unique per occurrence.
ERR-08 recommended links may hold about and type; a profile may give type as an array of URIs.
ERR-10 should status is a string with the HTTP status code; it is provided.
ERR-11 recommended code is a string.
ERR-12 should title is a string that does not change between occurrences, localization apart.
ERR-13 recommended detail is a string.
ERR-14 should source is an object with one of its members, or omitted.
ERR-15 must source.pointer is a JSON Pointer (RFC 6901) into the request document; the value exists there, otherwise clients ignore it; "" is the whole document.
ERR-16 recommended source.parameter is a string naming the query parameter.
ERR-17 recommended source.header is a string naming one request header.
ERR-18 recommended meta is a meta object.
ERR-19 recommended Body is not valid JSON: no source.
ERR-20 recommended 400 and 422 both fit invalid attribute values; missing data or an invalid value gets a pointer.
ERR-21 must Same as QRY-13.
ERR-23 must No other members in an error object or its source.
ERR-24 recommended A missing member is reported with a pointer to its parent: "" for missing data (examples page), never to the absent value.
STA-01 must 400: include unsupported or unknown path, sort unsupported, illegal or unprocessable parameter, invalid JSON.
STA-02 must 403: see CRE-11, CRE-12, UPD-04, UPD-09, RUP-06, RUP-13.
STA-03 must 404: see FET-08, FET-09, CRE-13, UPD-10, UPD-11, DEL-05.
STA-04 must 406: see NEG-13, NEG-14.
STA-05 must 409: see CRE-14, CRE-15, UPD-12, UPD-13.
STA-06 must 415: see NEG-10, NEG-11.
STA-07 recommended 422 and 500 are allowed.
LIM-02 must Default page size between 1 and the maximum (CUR-13).
VER-01 recommended The current version is 1.1 (jsonapi.version "1.1").
VER-04 must Extensions and profiles are negotiated only by media type parameters.
`;
