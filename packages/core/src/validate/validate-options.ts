import type { DocumentRole } from '../grammar/visitors.ts';
import type { Extension } from '../media-type/extension.ts';
import type { Profile } from '../media-type/profile.ts';
import type { Api } from '../schema/api.ts';
import type { RuleLevel } from '../spec/rule-facts.ts';
import type { RuleId } from '../spec/rule-id.ts';

/** What a document is judged by. */
export interface ValidateOptions {
  /**
   * What the document is: `relationship` is a response about a relationship, and `update-relationship` a request. Without
   * it any document is taken: the one resource of its data may lack an id, as in a create request, and linkage may use
   * local ids.
   */
  readonly as?: DocumentRole | undefined;
  /** The applied extensions. Members of others are not defined. */
  readonly extensions?: readonly Extension[] | undefined;
  /** The applied profiles. */
  readonly profiles?: readonly Profile[] | undefined;
  /** Whether the client asked for sparse fieldsets, which may hide the way to included resources. Default false. */
  readonly sparseFieldsets?: boolean | undefined;
  /** The API whose types, fields, linkage and attribute schemas are to be checked too; schemas that answer later are not. */
  readonly api?: Api | undefined;
  /** `should` includes what is recommended. Default `must`. */
  readonly level?: RuleLevel | undefined;
  /** Rules to switch off, or to count at another level, by id: those of the specification, the extensions and the profiles. */
  readonly rules?: { readonly [Id in RuleId | (string & {})]?: RuleLevel | 'off' | undefined } | undefined;
  /** How many issues are reported at most, one in any case. Default 100. */
  readonly maxIssues?: number | undefined;
}
