import type { Api, QueryParameters, UrlScheme } from '@linkage/core';
import type { DocumentWriter } from '@linkage/core/internal';
import type { ParameterRules } from '../operations/unapplied-parameters.ts';
import type { DefaultIncludes } from '../request/default-includes.ts';
import type { ServerLimits } from '../request/limits.ts';
import type { Admission } from '../request/overload/admission.ts';
import type { RulesOf } from '../request/pagination/page-rules.ts';
import type { DescribedBy } from '../response/document/describedby.ts';
import type { ApplicationMembers } from '../response/members/application-members.ts';
import type { AccessControl } from '../rules/access-control.ts';
import type { SharedLinks } from '../sources/links/shared-links.ts';
import type { Sides } from '../sources/links/sides.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type { TypeHooks } from '../writing/hooks/write-hooks.ts';
import type { ServerPlugIns } from './applied-plug-ins.ts';
import type { ReadServerOptions } from './server-options.ts';

/** The values that all requests of a server share: its options, and everything that follows from them. Created once, and frozen. */
export interface ServerParts {
  /** The options as they were read. Where the option needs more than one value, such as a type and a source, a member below has what follows from it. */
  readonly options: ReadServerOptions;
  /** The API with all fields. */
  readonly api: Api;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly urls: UrlScheme;
  readonly limits: ServerLimits;
  /** Returns the source of a type without access rules, time limits, and traces. */
  readonly sourceOf: (type: string) => AnySource | undefined;
  /** Whether resources of a type can be found by id. Otherwise, their URLs do not support GET. */
  readonly canFind: (type: string) => boolean;
  /** Whether the source of a type returns relationships that its records do not contain. */
  readonly canFindRelated: (type: string) => boolean;
  /** The relationships that contain the same links. */
  readonly sides: Sides;
  /** The relationships that can contradict each other in a request for one resource, by type. */
  readonly sharedLinks: ReadonlyMap<string, readonly SharedLinks[]>;
  /** Undefined if everything is allowed. */
  readonly access: AccessControl | undefined;
  /** The hooks of the application by resource type. Undefined if there are none. */
  readonly hooks: ReadonlyMap<string, TypeHooks> | undefined;
  /** The types whose resources show their entity tags, with the attribute that is the version. Undefined: a function. */
  readonly tagged: ReadonlyMap<string, string | undefined>;
  /** The types whose resources can only be written with `If-Match`. */
  readonly requireIfMatch: ReadonlySet<string>;
  readonly pageRules: RulesOf;
  /** The query parameters of the application for all types. */
  readonly queryParameters: QueryParameters;
  /** The query parameters of the application that only collections and resources of one type have, by type. */
  readonly typeParameters: ReadonlyMap<string, QueryParameters>;
  /** The declared query parameters, and what sources state about them. */
  readonly parameterRules: ParameterRules;
  readonly defaultIncludes: DefaultIncludes;
  /** The types whose collections are streamed if a request has no page parameter. */
  readonly streamed: ReadonlySet<string>;
  readonly plugIns: ServerPlugIns;
  /** Returns the document builder of an API: of the complete API, or of the part that a caller can read. */
  readonly writerOf: (api: Api) => DocumentWriter;
  readonly describedby: DescribedBy;
  /** Undefined if the application adds no members to documents. */
  readonly applicationMembers: ApplicationMembers | undefined;
  /** The names that the application adds to `Vary`. Empty if there are none. */
  readonly vary: string;
  /** Undefined if the server does not limit the number of requests. */
  readonly admission: Admission | undefined;
}
