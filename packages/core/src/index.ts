// Document structure
export type { AdditionalMembers, ExtensionMembers } from './spec/document/links-object.ts';
export type {
  DataDocument,
  ErrorDocument,
  ExtensionDocument,
  JsonApiDocument,
  MetaDocument,
  PrimaryData,
} from './spec/document/document.ts';
export type { ErrorObject, ErrorSource } from './spec/document/error-object.ts';
export type { JsonApiObject } from './spec/document/jsonapi-object.ts';
export type {
  ErrorLinks,
  Link,
  LinkObject,
  PaginationLinks,
  RelationshipLinks,
  ResourceLinks,
  TopLevelLinks,
} from './spec/document/links-object.ts';
export type { MetaObject } from './spec/document/links-object.ts';
export type { RelationshipObject, ResourceLinkage } from './spec/document/resource-object.ts';
export type {
  LocalResourceIdentifierObject,
  ResourceIdentifierObject,
} from './spec/document/resource-object.ts';
export type { AttributesObject, RelationshipsObject, ResourceObject } from './spec/document/resource-object.ts';
// Member names
export { isMemberName } from './spec/member/member-name.ts';
// Extensions and profiles
export { defineExtension, type Extension } from './media-type/extension.ts';
export { defineProfile, type Profile } from './media-type/profile.ts';
// Content negotiation
export { formatMediaType, JSON_API_MEDIA_TYPE, type MediaTypeParameters } from './media-type/media-type.ts';
export { negotiate, type NegotiationHeaders } from './media-type/negotiate.ts';
export type { Negotiated } from './media-type/negotiated.ts';
export { readResponseContentType } from './media-type/response-content-type.ts';
export type { NegotiationSupport } from './media-type/support.ts';
// Errors
export {
  type DescribeErrorsOptions,
  describeErrors,
  describeErrorsAsync,
  type ErrorHooks,
  type ErrorMessages,
  type RequestFacts,
} from './error/describe-errors.ts';
export type { ErrorCode } from './error/chapters/error-table.ts';
export { JsonApiError, type JsonApiErrorOptions } from './error/json-api-error.ts';
export { errorObject, type ApplicationError } from './error/create-error-object.ts';
export { type ErrorIssue, type LocalizeFacts, messageParts } from './error/error-values.ts';
export { negotiateLanguage } from './error/negotiate-language.ts';
export { englishMessages, type MessageGroup, type MessageKey } from './error/chapters/english-messages.ts';
export { type ApplicationErrors, defineErrors, type ErrorDeclarations } from './error/messages/define-errors.ts';
export { defineMessages, type Messages } from './error/messages/messages.ts';
export type { MessagePart } from './error/message-part.ts';
export { translateErrors, type MessageSource, type TranslateOptions } from './error/messages/translate-errors.ts';
// Declaring an API
export type {
  Api,
  ApiDeclaration,
  AttributeDefinition,
  RelationshipDefinition,
  ResourceType,
  TypeDeclaration,
} from './schema/api.ts';
export { type Attribute, type AttributeOptions, attribute } from './schema/attribute.ts';
export {
  type Action,
  type ActionOptions,
  type ActionTarget,
  defineAction,
} from './schema/action.ts';
export type { ActionName } from './schema/infer-actions.ts';
export { defineApi } from './schema/define-api.ts';
export {
  type Collection,
  type CollectionOptions,
  type CommonName,
  defineCollection,
} from './schema/define-collection.ts';
export { optional, string, unchecked } from './schema/unchecked.ts';
export type {
  AttributeName,
  FieldName,
  IncludedType,
  IncludePath,
  RelationshipName,
  StoredAttributeName,
  StoredRelationshipName,
  TargetOf,
  TypeName,
} from './schema/infer.ts';
export {
  type Relationship,
  type RelationshipOptions,
  type ToManyOptions,
  toMany,
  toOne,
} from './schema/relationship.ts';
export type { CreateInput, IdentifierInput, NoWritableField, RelationshipsInput, UpdateInput } from './schema/input.ts';
export type { JsonSchema, SchemaIssue, SchemaResult, StandardSchema } from './schema/standard-schema.ts';
// Query parameters
export { formatQuery } from './query/format-query.ts';
export type { FilterInput, QueryInput } from './query/query.ts';
export { type ParseQueryOptions, parseQuery } from './query/parse-query.ts';
export {
  parseRelatedQuery,
  parseRelationshipQuery,
  parseResourceQuery,
  type RelatedUrlQuery,
  type ResourceUrlQuery,
} from './query/parse-url-query.ts';
export type {
  ConditionGroup,
  ConditionOrGroup,
  Fieldsets,
  FilterCondition,
  FilterTerm,
  ParameterValues,
  Query,
  SortField,
} from './query/query.ts';
export type { FilterLanguage, FilterParameter, FilterReader } from './query/filter-language.ts';
export type { FilterMembers } from './schema/member-place.ts';
export type { FilterOperator } from './schema/filter-operator.ts';
export type { FilterName, SortName } from './query/query-names.ts';
export { defineQueryParameters, type QueryParameters } from './query/query-parameters.ts';
export type { QueryLimits } from './query/query-limits.ts';
// Compound documents
export { buildDocument, buildRelationshipDocument, type Records } from './documents/build/build-document.ts';
export type { BuildOptions } from './documents/build/build-options.ts';
export type { BuiltDocument, BuiltResource } from './documents/build/built-document.ts';
export { membership } from './documents/record/membership.ts';
export type { RecordId, RecordMembership, ResourceRecord, StoredRecord } from './documents/record/record.ts';
// URLs
export { type ResourceUrls, resourceUrls } from './schema/url/resource-urls.ts';
export { isRelationshipName, isTypeName } from './schema/resource-type.ts';
export { createUrlScheme, type UrlScheme, type UrlSchemeOptions } from './schema/url/url-scheme.ts';
export type { UrlTarget } from './schema/url/url-scheme.ts';
export { serialize } from './documents/serialize/serialize.ts';
export { serializeRelationship } from './documents/serialize/serialize-relationship.ts';
export type { DocumentStream } from './documents/serialize/document-stream.ts';
export { serializeStream } from './documents/serialize/serialize-stream.ts';
export type { StreamOptions } from './documents/serialize/stream-options.ts';
// Reading documents
export { type DeserializeOptions, deserialize } from './requests/deserialize/deserialize.ts';
export type {
  DeserializedDocument,
  DeserializedIdentifier,
  DeserializedObject,
  DeserializedResource,
} from './requests/deserialize/deserialized-document.ts';
export type { MemberWith } from './requests/deserialize/member-with.ts';
export { type Membership, membershipsOf } from './requests/deserialize/memberships-of.ts';
// Creating, updating and relating resources
export type { DocumentLimits } from './requests/parse/document-limits.ts';
export { parseDocument } from './requests/parse/read-document.ts';
export { parseCreate, parseCreateAsync } from './requests/parse/parse-create.ts';
export { type ParsedLinkage, parseLinkage } from './requests/parse/parse-linkage.ts';
export { type ToRowOptions, toRow, type WrittenRow } from './requests/parse/to-row.ts';
export { type ParseUpdateOptions, parseUpdate, parseUpdateAsync } from './requests/parse/parse-update.ts';
// Writing request documents
export { buildCreateDocument, buildUpdateDocument, type WriteDocument } from './requests/build/build-request.ts';
export type { Identified, LinkageOf, LocallyIdentified, RequestReference } from './requests/build/references.ts';
export type { Changes, NewRelated, NewResource } from './requests/build/resource-input.ts';
// Validating documents
export type { DocumentRole } from './spec/grammar/visitors.ts';
export type { RuleLevel } from './spec/rule-facts.ts';
export type { RuleId } from './spec/rule-statements.ts';
export { type ValidationResult, validateDocument } from './validate/validate-document.ts';
export type { ValidateOptions } from './validate/validate-options.ts';
export type { ValidationIssue } from './validate/validation-issue.ts';
