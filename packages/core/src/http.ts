/** For backends with their own routes: reads requests and pages, and creates responses. */
export type { HttpRequest } from './http/received-request.ts';
export type { HttpOptions } from './http/http-options.ts';
export type { HttpResponse } from './http/received-request.ts';
// Reading requests
export type { ReadRequest } from './http/received-request.ts';
export { readCollectionRequest, type WithQuery } from './http/read-requests.ts';
export { readResourceRequest } from './http/read-requests.ts';
export { readRelatedRequest } from './http/read-requests.ts';
export { readRelationshipRequest } from './http/read-requests.ts';
export { readCreateRequest, type WithInput } from './http/write-requests.ts';
export { readUpdateRequest } from './http/write-requests.ts';
export { readLinkageRequest, type WithLinkage } from './http/write-requests.ts';
export { readOperationsRequest, type WithOperations } from './http/operations-request.ts';
// The data of the application
export { checkRelated, type LinkingInput } from './http/check-related.ts';
export { type LinkedIds, linkedFields, linkedIds, type RelationshipChange } from './http/linked-ids.ts';
// Responses
export { documentOptions, type RequestedDocument } from './http/document-options.ts';
export { operationsResponse } from './http/document-response.ts';
export { documentResponse, type DocumentResponseOptions } from './http/document-response.ts';
export { errorResponse } from './http/error-response.ts';
export { errorDocument, type ErrorDocumentMembers } from './http/error-document.ts';
// Preconditions
export { checkPreconditions, type PreconditionOptions } from './http/document-response.ts';
export type { Preconditions } from './http/preconditions.ts';
export type { EntityTag, EntityTags } from './http/entity-tag.ts';
export type { VersionValue } from './http/entity-tag.ts';
// Errors of several parts of a request
export { collectErrors } from './error/collect-errors.ts';
export { pointersBelow } from './error/pointers-below.ts';
// The pages of a collection
export { offsetStrategy } from './pagination/offset.ts';
export { pageNumberStrategy } from './pagination/page-number.ts';
export type { TotalRule } from './pagination/page-settings.ts';
export type {
  FoundPage,
  PageNeighbours,
  PageParameters,
  PageRequest,
  PaginationStrategy,
  RequestedPage,
  SyncPaginationStrategy,
} from './pagination/pagination.ts';
export {
  type PagePlan,
  type PageableRequest,
  type PageOptions,
  type PageResult,
  readPage,
} from './pagination/read-page.ts';
export type { AggregateGroup, EstimatedTotal, PageSlice, SourcePage } from './pagination/source-page.ts';
