import type { Extension } from '../media-type/extension.ts';
import type { Profile } from '../media-type/profile.ts';
import type { Api } from '../schema/api.ts';
import type { DocumentRole } from '../spec/grammar/visitors.ts';
import type { RuleLevel } from '../spec/rule-facts.ts';
import type { RuleId } from '../spec/rule-statements.ts';

/** Options of `validateDocument`. */
export interface ValidateOptions {
  /**
   * The role of the document: `relationship` is a response about a relationship, `update-relationship` a request.
   * Default: any document; a single resource of its data can lack an id, as in a create request, and linkage can
   * contain local ids.
   */
  readonly as?: DocumentRole | undefined;
  /** The applied extensions. Members of other extensions are not defined. */
  readonly extensions?: readonly Extension[] | undefined;
  /** The applied profiles. */
  readonly profiles?: readonly Profile[] | undefined;
  /**
   * Whether the request has sparse fieldsets, which can exclude the relationships that link included resources.
   * Default: false.
   */
  readonly sparseFieldsets?: boolean | undefined;
  /**
   * The API for additional checks of types, fields, linkage, and attribute schemas. Asynchronous schemas are not
   * checked. Default: no API.
   */
  readonly api?: Api | undefined;
  /** `should` also reports recommendations. Default: `must`. */
  readonly level?: RuleLevel | undefined;
  /** Rules of the specification, the extensions, and the profiles to disable or to report at another level, by id. */
  readonly rules?: { readonly [Id in RuleId | (string & {})]?: RuleLevel | 'off' | undefined } | undefined;
  /** The maximum number of reported issues, at least one. Default: 100. */
  readonly maxIssues?: number | undefined;
}
