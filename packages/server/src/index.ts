export { createServer } from './pipeline/create-server.ts';
export type {
  AccessRule,
  AccessRules,
  CreateSubject,
  DeleteSubject,
  ReadCondition,
  ReadConditionField,
  ReadTerm,
  RelateSubject,
  UpdateSubject,
} from './access/access-rules.ts';
export type { MissingRules } from './access/missing-rules.ts';
export type {
  AppliedConditions,
  Awaitable,
  CollectionQuery,
  DataSource,
  EstimatedTotal,
  LinkageChange,
  ParameterReads,
  PageSlice,
  RecordStream,
  RelatedMember,
  RelatedQuery,
  RelatedResult,
  Selection,
  SourceCall,
  SourceCondition,
  SourcePage,
  SourceRecord,
  Sources,
  SourceTerm,
  StreamQuery,
} from './source/data-source.ts';
export type { Committed, RelateWrite, TypeHooks, WriteHook, WriteHooks } from './hooks/write-hooks.ts';
// Extensions and profiles
export type { RootOption } from './extensions/root-endpoint.ts';
export type { AddedMembers, ExtensionMembersOf, MemberFacts } from './response/added-members.ts';
export type {
  EndpointRequest,
  EndpointResponse,
  ExtensionEndpoint,
  ExtensionPlace,
  OperationRequest,
  OperationResult,
  OperationTarget,
  ServerExtension,
} from './extensions/server-extension.ts';
export type { AddedMeta, ProfileMeta } from './response/added-members.ts';
export {
  type CursorPagination,
  type CursorPaginationOptions,
  cursorPagination,
} from './profiles/cursor-pagination/cursor-pagination.ts';
export type { CursorKey } from './profiles/cursor-pagination/cursor-keys.ts';
export type { ServerProfile } from './profiles/server-profile.ts';
export { type AtomicOperationsOptions, atomicOperations } from './atomic-operations/atomic-operations.ts';
// Idempotency keys
export { idempotencyKeys } from './idempotency/idempotency-keys.ts';
export type { IdempotencyOptions } from './idempotency/idempotency-options.ts';
export type { IdempotencyKeys } from './idempotency/keyed-request.ts';
export {
  createMemoryIdempotencyStore,
  type MemoryIdempotencyOptions,
} from './memory/memory-idempotency-store.ts';
export type { IdempotencyClaim, IdempotencyStore, StoredAnswer, TakenKey } from './source/idempotency-store.ts';
// HTTP
export type { ClientConnection, HostedRequest, JsonApiRequest, JsonApiResponse, ResponseStream } from './http.ts';
export { createMemorySources, type InitialRecords } from './memory/create-memory-sources.ts';
export { memoryRecords } from './memory/memory-records.ts';
export type { RequestEnd, RequestEndHook, RequestSpan, RequestStart, Span, SpanEnd, Tracing } from './observe/hooks.ts';
export { offsetStrategy } from './pagination/offset.ts';
export { pageNumberStrategy } from './pagination/page-number.ts';
export type { PageRules, PaginationOptions, TotalRule, TypePageRules } from './pagination/page-rules.ts';
export type {
  FoundPage,
  PageNeighbours,
  PageParameters,
  PageRequest,
  PaginationStrategy,
  RequestedPage,
  SyncPaginationStrategy,
} from './pagination/pagination.ts';
export type { InverseRelationship, RelationshipStorage } from './source/relationship-storage.ts';
export type { Accepted, JobState, ResourceReference, ResourceVersion } from './source/source-answers.ts';
export { tooManyRequests, unauthorized } from './response/application-errors.ts';
export type { AnswerFacts, HeaderFields } from './response/application-headers.ts';
export type {
  DocumentFacts,
  DocumentMembers,
  RelationshipObjectMembers,
  ResourceObjectMembers,
} from './response/application-members.ts';
export type { Cacheable } from './response/cacheable.ts';
export type { DescribingServer, Server } from './pipeline/server.ts';
// Descriptions
export type {
  AttributeDescription,
  Described,
  EndpointDescription,
  ExtensionDescription,
  FieldDescription,
  HeaderRule,
  LimitsDescription,
  PageDescription,
  ParameterFamily,
  ProfileDescription,
  RelationshipDescription,
  SchemaGap,
  ServerDescription,
  TypeDescription,
  WriteRule,
} from './describe/description.ts';
export type { ServerLimits } from './request/limits.ts';
export type { ServerOptions } from './pipeline/server-options.ts';
