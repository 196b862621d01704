import type { Api, Negotiated } from '@linkage/core';
import type { DocumentWriter } from '@linkage/core/internal';
import type { ConditionalExchange, ConditionalSetup } from '../conditional/conditional-exchange.ts';
import type { Route } from '../request/route.ts';
import type { AppliedMembers } from './added-members.ts';
import type { Cacheable } from './cacheable.ts';
import type { Description } from './description.ts';

/** What answering takes of a server. */
export interface ResponseSetup extends ConditionalSetup {
  /** Whether resources of a type can be found by id: all others have no URL that answers GET. */
  readonly isServed: (type: string) => boolean;
  /** Whether the source of a type tells relationships that its records do not carry. */
  readonly isReadable: (type: string) => boolean;
  /** What writes the documents of an API: the whole one, or the part of it that a caller sees. */
  readonly writerOf: (api: Api) => DocumentWriter;
  readonly describedby: Description;
  readonly cacheControl: (answer: Cacheable) => string | undefined;
}

/** What answering takes of a request. */
export interface ResponseExchange<Kind extends Route['kind'] = Route['kind']> extends ConditionalExchange<Kind> {
  readonly setup: ResponseSetup;
  /** The extensions and profiles that apply. */
  readonly applied: AppliedMembers;
  readonly negotiated: Negotiated;
  /** Whether documents are written as text; otherwise they are values, for an endpoint that executes operations. */
  readonly writesText: boolean;
}

/** What answering takes of a request whatever it is for: endpoints of extensions have no route. */
export type SharedResponse = Omit<ResponseExchange, 'route' | 'source'>;
