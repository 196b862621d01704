/** Helpers that the packages of Linkage share. They may change with any release: do not build on them. */
export { copyMeta } from './documents/compound/check-json.ts';
export type { IncludeNode, IncludePlan, IncludeStep } from './documents/compound/include-plan.ts';
export { includePlan } from './documents/compound/include-plan.ts';
export { linksOnly } from './documents/compound/links-only.ts';
export { assertNotAborted, CHECK } from './internal/aborted-call.ts';
export { type Awaitable, allOf, andThen, inOrder, isPromise, orElse, together } from './internal/awaitable.ts';
export { inSteps, isAtOnce, markAtOnce, ready, type Steps, syncMembers, syncResult } from './internal/awaitable.ts';
export { canonicalJson } from './internal/canonical-json.ts';
export { endWithReader } from './internal/closed-output.ts';
export { closestName, describeValue, listNames, suggestName, truncate } from './internal/describe-value.ts';
export {
  type Command,
  type CommandStreams,
  type EscapedStreams,
  importError,
  runCommandOf,
  usageError,
  usageText,
} from './internal/command-line.ts';
export {
  type TimePart,
  type TimePartName,
  timePartOf,
  timeParts,
  type ZoneOffset,
  zoneOffsets,
} from './internal/time-parts.ts';
export { keepNumbers, parseExactJson } from './internal/exact-json.ts';
export { escapeText } from './internal/escape-text.ts';
export { hasColors, painter } from './internal/paint.ts';
export { reasonOf } from './internal/reason-of.ts';
export { readSource } from './internal/read-source.ts';
export { type ByteParts, limitedText, MAX_RESPONSE_TIME } from './internal/read-source.ts';
export { type JsonPlace, jsonPathAt, jsonPlaces, type TextRange } from './internal/json-places.ts';
export { jsonSyntaxError } from './internal/json-syntax-error.ts';
export { jsonSyntaxMessage } from './internal/json-syntax-message.ts';
export { type Location, locationOf } from './internal/text-location.ts';
export { isLocalRequest } from './internal/local-request.ts';
export {
  checkKind,
  knownNames,
  nameTable,
  type OptionKind,
  type OptionTable,
  optionTable,
  readOptions,
} from './internal/options.ts';
export { Generations } from './internal/generations.ts';
export { oncePer } from './internal/once-per.ts';
export { openBrowser } from './internal/open-browser.ts';
export { isSent, markSent, sentLike } from './internal/mark.ts';
export { markRead } from './requests/parse/read-document.ts';
// Functions for requests and documents that the server uses but applications do not.
export { parseMediaType } from './media-type/media-type.ts';
export { createNegotiator, type Negotiator } from './media-type/negotiate.ts';
export { defaultDocumentLimits } from './requests/parse/document-limits.ts';
export { mapTerms, termsIn } from './query/condition-parts.ts';
export { conditionsThrough, followField } from './query/fold-condition.ts';
export { canTraverse, hasIds } from './query/field-path.ts';
export { attributeAt, memberValue } from './schema/filter-members.ts';
export type { MemberName, MemberPlace, MembersOf, MemberValue } from './schema/member-place.ts';
export { operatorsOf } from './query/filter-term.ts';
export { emptyQuery, parseQueryOf } from './query/parse-query.ts';
export { mixedUrl, relationshipUrl, resourceUrl } from './query/parse-url-query.ts';
export { parseQueryParameterName } from './query/query-parameter-family.ts';
export type { UrlKind } from './query/query-family.ts';
// Functions for clients, which do not have the declaration of an API.
export type { IncludedPath, MaybeIncludedPath } from './requests/deserialize/deserialized-document.ts';
export { linkResources } from './requests/deserialize/link-resources.ts';
export { hasOwn, isObject, memberOf, ownMember, ownMembers, pickMembers, setOwn } from './internal/members.ts';
export { withParameters } from './query/parameter-text.ts';
export { queryText } from './query/query-text.ts';
export type {
  AttributeDate,
  AttributeInput,
  AttributeOutput,
  AttributesOf,
  KindOf,
  MemberOf,
  OptionsOf,
  RelationshipsOf,
  WritableName,
} from './schema/infer.ts';
export type { RecordValue, StoredValues } from './schema/record-value.ts';
export type { ActionOptionsOf, ActionValue, TargetOfAction } from './schema/infer-actions.ts';
export { type ActionDefinition, readActions } from './schema/define-action.ts';
export { readActionInput } from './requests/parse/action-input.ts';
export { pathSegment, resourceUrlsBelow, splitPath } from './schema/url/resource-urls.ts';
export {
  filterOperators,
  isFilterOperator,
  isTextOperator,
  type DeclaredOperator,
  type TextComparison,
  textComparisonOf,
  type ListOperator,
  type OperatorFor,
  type PairOperator,
  type TextOperator,
  type ValueOperator,
  valuesTaken,
} from './schema/filter-operator.ts';
export { defaultQueryLimits } from './query/query-limits.ts';
export {
  createDocumentWriter,
  type DocumentWriter,
  type WriterOptions,
  type WrittenOptions,
} from './documents/serialize/document-writer.ts';
export { settleEnvelope } from './documents/build/check-options.ts';
export { versionText } from './documents/compound/write-resource.ts';
export { chosenIdOf } from './requests/parse/parse-create.ts';
export { isDefaulted, receivedAttributes } from './requests/parse/attributes.ts';
export {
  byId,
  type PlacedIdentifier,
  type PlacedLinkage,
  placedIdentifiers,
  placedRelationships,
  type RequestLinkage,
  type RequestRelationships,
} from './requests/parse/placed-linkage.ts';
export { parseCreateNow } from './requests/parse/parse-create.ts';
export { parseUpdateNow } from './requests/parse/parse-update.ts';
export { streamDocument, type TypedRecord } from './documents/serialize/stream-document.ts';
export { type ClosingSide, canSet, readOnlyReason } from './schema/can-set.ts';
export { type ComparedMember, readOnlyDataOf } from './requests/parse/member-data.ts';
export type { WriteAction } from './schema/action.ts';
export { resultAtOnce, resultOf } from './schema/schema-result.ts';
export { isField, storedAttributes } from './schema/shown-attribute.ts';

export { origin, originOf } from './error/error-values.ts';
export { isRejectedBySource, recordRejection, recordReported } from './error/rejected-by-source.ts';
export { errorObjectIssues } from './validate/error-object-issues.ts';
export { fieldsBehind } from './documents/record/computed-value.ts';
export { defaultValue, withoutDefault } from './documents/record/default-value.ts';
export { type MemberFields, memberDataIn, newMemberMeta, requiredMember } from './documents/record/member-meta.ts';
export type { MemberMeta } from './requests/deserialize/member-with.ts';
export { identifiersOf, without } from './documents/record/linkage-difference.ts';
export { plainReference } from './documents/record/record-id.ts';
export { isIdentifier, LinkedRecord } from './documents/record/reference.ts';
export type { LocalReferences } from './extensions/atomic/local-references.ts';
export { createLocalReferences, dataWithIds, targetId } from './extensions/atomic/local-references.ts';
export type { AtomicOperation } from './extensions/atomic/operation.ts';
export { operationError } from './extensions/atomic/operation-errors.ts';
export { errorTable } from './error/chapters/error-table.ts';
export { conditionMessages, expectedMessages } from './error/chapters/shared-messages.ts';
export { noNameMessages, twoNameMessages } from './error/chapters/shared-messages.ts';
export { type ErrorKey, errorOf, rejection } from './error/json-api-error.ts';
export { messagePart, type ValuesOf } from './error/message-part.ts';
export { MAX_OPERATIONS, readOperations } from './extensions/atomic/read-operations.ts';
// Shared by the server and backends that have their own routes.
export { causeOf, errorParts, errorStatusOf } from './error/error-parts.ts';
export { pointersBelow, withPointers } from './error/pointers-below.ts';
export { answerError, type OutgoingErrors, reportFailure } from './http/answer-error.ts';
export { throwWith } from './error/collect-errors.ts';
export { formatEntityTag, namesForm, parseEntityTags } from './http/entity-tag.ts';
export { assertApplied, assertNotEncoded, headerOf, readHead } from './http/headers.ts';
export { acceptedIn } from './http/error-response.ts';
export { readHostError } from './http/host-error.ts';
export { jsonapiObject } from './http/jsonapi.ts';
export { logFailure } from './http/error-response.ts';
export { mergeVary } from './http/merge-vary.ts';
export { canSend, checkFieldNames, endpointHeaders } from './http/outgoing-headers.ts';
export {
  assertNoIfMatch,
  assertVersion,
  isConditional,
  isNotModified,
  ifMatchRequired,
  noPreconditions,
  type Preconditions,
  preconditionFailed,
  readPreconditions,
} from './http/preconditions.ts';
export { namesVersion, plainVersion } from './http/entity-tag.ts';
export { isReservedField } from './http/outgoing-headers.ts';
export { parseRelationshipChange } from './requests/parse/relationship-change.ts';
export { textHash } from './http/text-hash.ts';
export { assertNoFamilies, assertNoParameters, baseNameOf, notSupported } from './http/unsupported-parameters.ts';
export { mergeMeta } from './pagination/page-members.ts';
export type { PageSettings } from './pagination/page-settings.ts';
export { checkSize, DEFAULT_TOTAL_NAME, pageSettings, totalRules, traitsOf } from './pagination/page-settings.ts';
export { checkPageNames, firstPageBy, type PageFacts, type ReadPage, readPageBy } from './pagination/read-page-by.ts';
export { assertPageNames, firstMembers, MAX_MEMBERS, ownPage, recordsIn } from './pagination/source-page.ts';
export { type PageOf, toPageResult } from './pagination/to-page-result.ts';
export { memberMeta, pageLinks, pageMeta, type ShownPage, totalMeta, withPage } from './pagination/page-members.ts';
export { cursorOptionKinds, cursorStrategyOf } from './pagination/cursor/cursor-options.ts';
export { cursorErrorTypes } from './pagination/cursor/page-errors.ts';
export { compare, keyOrderOf } from './selection/compare.ts';
export { keysetPage } from './selection/keyset.ts';
export { matchesFilter, wordsOf } from './selection/matches-filter.ts';
export { isIdentifierValue, membersMatcher } from './selection/members-matcher.ts';
export { matcherOfAll, orderedPage, type RecordGraph } from './selection/ordered-records.ts';
export {
  identifierOf,
  identityText,
  type LinkageOf,
  linkageData,
  type RequestReference,
} from './requests/build/references.ts';
export {
  type ChangedLinkage,
  type Changes,
  changedResource,
  type NewResource,
  newResource,
} from './requests/build/resource-input.ts';
export { PAGE_MEMBER } from './schema/member-data.ts';
export type { Flat, OutputOf } from './schema/value-types.ts';
