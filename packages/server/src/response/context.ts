import type { Api } from '@linkage/core';
import type { DocumentWriter } from '@linkage/core/internal';
import type { OperationContext, OperationKind } from '../reading/conditional/operation-context.ts';
import type { AppliedToQuery, QueryServer } from '../request/context.ts';
import type { Route } from '../request/route.ts';
import type { WritingRequest, WritingServer } from '../writing/context.ts';
import type { DescribedBy } from './document/describedby.ts';
import type { OmittedDocument } from './headers/application-headers.ts';
import type { Cacheable } from './headers/cacheable.ts';
import type { ApplicationMembers } from './members/application-members.ts';
import type { NegotiatedHooks } from './members/plug-in-hooks.ts';

/** The values of a server that responses require. */
export interface ResponseServer extends WritingServer {
  readonly options: QueryServer['options'] & {
    readonly deployment: string | undefined;
    readonly cacheControl: ((answer: Cacheable) => string | undefined) | undefined;
    readonly vary: readonly string[] | undefined;
  };
  /** Whether resources of a type can be found by id. Otherwise, their URLs do not support GET. */
  readonly canFind: (type: string) => boolean;
  /** Whether the source of a type returns relationships that its records do not contain. */
  readonly canFindRelated: (type: string) => boolean;
  /** The types whose resources show their entity tags, with the attribute that is the version. Undefined: a function. */
  readonly tagged: ReadonlyMap<string, string | undefined>;
  /** Returns the document builder of an API: of the complete API, or of the part that a user can read. */
  readonly writerOf: (api: Api) => DocumentWriter;
  /** Undefined if no document has a description. */
  readonly describedby: DescribedBy | undefined;
  /** Undefined if the application adds no members to documents. */
  readonly applicationMembers: ApplicationMembers | undefined;
}

/** A request, and what its response contains. */
export interface ResponseRequest extends WritingRequest {
  readonly server: ResponseServer;
  readonly applied: AppliedToQuery & NegotiatedHooks;
  /** The document that a 304 omits. */
  omitted: OmittedDocument | undefined;
}

export type ResponseOperation<Kind extends OperationKind = Route['kind']> = OperationContext<Kind, ResponseRequest>;
