import type { Api, Negotiated } from '@linkage/core';
import type { DocumentWriter } from '@linkage/core/internal';
import type { ConditionalContext, ConditionalSetup } from '../reading/conditional/conditional-context.ts';
import type { Route } from '../request/route.ts';
import type { AppliedMembers } from './added-members.ts';
import type { ApplicationMembers } from './application-members.ts';
import type { Cacheable } from './cacheable.ts';
import type { DescribedBy } from './describedby.ts';

/** The parts of a server that responses require. */
export interface ResponseSetup extends ConditionalSetup {
  /** Whether resources of a type can be found by id. Otherwise, their URLs do not support GET. */
  readonly isServed: (type: string) => boolean;
  /** Whether the source of a type returns relationships that its records do not contain. */
  readonly isReadable: (type: string) => boolean;
  /** Returns the document builder of an API: of the complete API, or of the part that a caller can read. */
  readonly writerOf: (api: Api) => DocumentWriter;
  readonly describedby: DescribedBy;
  readonly cacheControl: (answer: Cacheable) => string | undefined;
  /** Undefined if the application adds no members to documents. */
  readonly applicationMembers: ApplicationMembers | undefined;
}

/** The parts of a request that responses require. */
export interface ResponseContext<Kind extends Route['kind'] = Route['kind']> extends ConditionalContext<Kind> {
  readonly setup: ResponseSetup;
  /** The extensions and profiles that apply. */
  readonly applied: AppliedMembers;
  readonly negotiated: Negotiated;
  /** Whether documents are written as text. Otherwise they are values, for an endpoint that executes operations. */
  readonly writesText: boolean;
}

/** The parts of any request that responses require. Endpoints of extensions do not have a route. */
export type SharedResponse = Omit<ResponseContext, 'route' | 'source'>;
