// Creating a server
export { createServer } from './pipeline/create-server.ts';
export { defineContext } from './pipeline/define-context.ts';
export type { MissingRules } from './rules/missing-rules.ts';
export type { ScalingRisks } from './pipeline/scaling-risks.ts';
export type { ReplacedMethod, ReplacedMethods } from './sources/port/replaced-methods.ts';
export type {
  RequestEnd,
  RequestEndHook,
  RequestSpan,
  RequestStart,
  Span,
  SpanEnd,
  Tracing,
} from './pipeline/observe/observers.ts';
export type {
  ApplicationServer,
  ApplicationTransaction,
  DescribingServer,
  Server,
  TransactionOptions,
} from './pipeline/server.ts';
export type { ServerLimits } from './request/limits.ts';
export type { ServerOptions } from './pipeline/server-options.ts';
// Access rules
export type {
  AccessRule,
  AccessRules,
  CreateSubject,
  DeleteSubject,
  FieldChoice,
  LinkedFrom,
  FieldConditions,
  ReadCondition,
  ReadConditionField,
  ReadTerm,
  UpdateRelationshipSubject,
  UpdateSubject,
} from './rules/access-rules.ts';
export type { ActSubject, ResourceSubject } from './rules/act-subject.ts';
export { isSame } from './rules/is-same.ts';
export type { SubjectRecord } from './rules/subject-record.ts';
// Data sources
export type {
  AggregateGroup,
  AggregateQuery,
  GroupKey,
  AppliedFilters,
  Awaitable,
  CollectionQuery,
  DataSource,
  EstimatedTotal,
  LinkageChange,
  ParameterReads,
  PageSlice,
  ReadsContext,
  RecordStream,
  RelatedMember,
  RelatedQuery,
  RelatedResult,
  Selection,
  SourceCall,
  SourceCondition,
  SourceObstacles,
  SourcePage,
  SourceRecord,
  SourceSortField,
  Sources,
  SourceTerm,
  StreamQuery,
  TransactionCall,
  UnitedQuery,
} from './sources/port/data-source.ts';
export { extendSource } from './sources/port/extend-source.ts';
export type { ExtendedSource, ExtendSourceOptions, SourceReplacements } from './sources/port/source-replacements.ts';
export { type SplitOptions, splitSources } from './sources/port/split-sources.ts';
export { createMemorySources, type InitialRecords } from './memory/create-memory-sources.ts';
export { memoryRecords } from './memory/memory-records.ts';
export type { InverseRelationship, RelationshipStorage } from './sources/port/relationship-storage.ts';
export type { Accepted, JobState, ResourceReference, ResourceVersion } from './sources/port/source-answers.ts';
// Writes, hooks, and actions
export type { ServerReadQuery, ServerReads } from './writing/server-reads.ts';
export type { ServerCreation, ServerUpdate, ServerWrites, TypedWrites, AnyWrites } from './writing/server-writes.ts';
export type {
  AfterWrite,
  AnyWrite,
  BeforeWrite,
  Committed,
  CompletedWrite,
  FieldChanges,
  HookWrites,
  UpdateRelationshipWrite,
  TypeHooks,
  WriteHook,
  WriteHooks,
} from './writing/hooks/write-hooks.ts';
export type { ActionFunctions, ActionRequest, FilterSubject } from './extensions/actions/action-functions.ts';
// Pages
export {
  type FoundPage,
  offsetStrategy,
  type PageNeighbours,
  type PageParameters,
  type PageRequest,
  type PaginationStrategy,
  pageNumberStrategy,
  type RequestedPage,
  type SyncPaginationStrategy,
  type TotalRule,
} from '@linkage/core/http';
export type { PageRules, PaginationOptions, TypePageRules } from './request/pagination/page-rules.ts';
// Extensions and profiles
export type { RootOption } from './extensions/root-endpoint.ts';
export type { AddedMembers, ExtensionMembersOf, MemberFacts } from './response/members/added-members.ts';
export type {
  EndpointDocument,
  EndpointRequest,
  EndpointResponse,
  ExtensionEndpoint,
  ExtensionPlace,
  ServerExtension,
} from './extensions/server-extension.ts';
export type { OperationRequest, OperationResult, OperationTarget } from './extensions/operation-request.ts';
export type { AddedMeta, ProfileMeta } from './response/members/added-members.ts';
export { type RelatedQueriesOptions, relatedQueries } from './extensions/related-queries/related-queries.ts';
export { type AggregatesByType, type AggregatesOptions, aggregates } from './extensions/aggregates/aggregates.ts';
export type { AggregateFields, AggregateRules } from './sources/gateway/source-query.ts';
export {
  type CursorPagination,
  type CursorPaginationOptions,
  cursorPagination,
} from './extensions/cursor-pagination/cursor-pagination.ts';
export type { CursorKey } from '@linkage/core/cursor-pagination';
export type { ServerProfile } from './extensions/server-profile.ts';
export { type AtomicOperationsOptions, atomicOperations } from './extensions/atomic/atomic-operations.ts';
// Idempotency keys
export { idempotencyKeys } from './operations/idempotency/idempotency-keys.ts';
export type { IdempotencyOptions } from './operations/idempotency/idempotency-options.ts';
export type { IdempotencyKeys, UserKeys } from './operations/idempotency/keyed-server.ts';
export {
  createMemoryIdempotencyStore,
  type MemoryIdempotencyOptions,
} from './memory/memory-idempotency-store.ts';
export type { IdempotencyClaim, IdempotencyStore, StoredAnswer, TakenKey } from './sources/port/idempotency-store.ts';
// HTTP
export type { ClientConnection, FrameworkRequest, JsonApiRequest, JsonApiResponse, ResponseStream } from './http.ts';
export { tooManyRequests, unauthorized } from './response/errors/application-errors.ts';
export type { AnswerFacts, ResponseHeaders } from './response/headers/application-headers.ts';
export type { ServerErrorHooks } from './response/errors/error-language.ts';
export type {
  DocumentFacts,
  DocumentMembers,
  RelationshipObjectMembers,
  ResourceObjectMembers,
} from './response/members/application-members.ts';
export type { Cacheable } from './response/headers/cacheable.ts';
// Descriptions
export type { ServerCosts, TypeCosts } from './extensions/describe/describe-costs.ts';
export type { ActionDescription, Described } from './extensions/describe/action-description.ts';
export type { CollectionDescription, PageDescription } from './extensions/describe/collection-description.ts';
export type {
  AttributeDescription,
  EndpointDescription,
  ExtensionDescription,
  FieldDescription,
  HeaderRule,
  LimitsDescription,
  ParameterFamily,
  ProfileDescription,
  RelationshipDescription,
  SchemaGap,
  ServerDescription,
  TypeDescription,
} from './extensions/describe/description.ts';
export type { MemberDescription, WriteRule } from './extensions/describe/member-description.ts';
