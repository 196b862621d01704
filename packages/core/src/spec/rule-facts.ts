/** The level of a rule: MUST and MUST NOT, or SHOULD and SHOULD NOT. */
export type RuleLevel = 'must' | 'should';

/** The facts about a rule that an issue reports. */
export interface RuleBinding {
  /** A short name of the rule in kebab-case, for example `full-linkage`. */
  readonly id: string;
  readonly level: RuleLevel;
  /** The pinned URL of the section that contains the rule. */
  readonly spec: string;
  /** Whether a receiver rejects a document that violates the rule, or ignores the invalid part. */
  readonly receiver: 'reject' | 'ignore';
}

/** Everything about a rule that does not depend on a document. The validator does not read the statement and the requirements. */
export interface RuleFacts extends RuleBinding {
  /** The rule in one sentence. */
  readonly statement: string;
  /** The ids of the requirements that the rule enforces. */
  readonly requirements: readonly string[];
}

const SPECIFICATION = 'https://jsonapi.org/format/1.1/#';

type Binding = Omit<RuleBinding, 'id'>;

/** Creates the facts of a rule. `section` is an anchor of the specification, or a complete URL. */
function binding(level: RuleLevel, receiver: RuleBinding['receiver'], section: string): Binding {
  return Object.freeze({ level, spec: section.includes('#') ? section : SPECIFICATION + section, receiver });
}

/** Creates the facts of a rule at MUST level. A receiver rejects documents that violate it. */
/* @__NO_SIDE_EFFECTS__ */
export function must(anchor: string): Binding {
  return binding('must', 'reject', anchor);
}

/** Creates the facts of a rule at MUST level for producers. A receiver ignores the invalid part. */
/* @__NO_SIDE_EFFECTS__ */
export function ignored(anchor: string): Binding {
  return binding('must', 'ignore', anchor);
}

/** Creates the facts of a rule at SHOULD level. A receiver accepts documents that violate it. */
/* @__NO_SIDE_EFFECTS__ */
export function should(anchor: string): Binding {
  return binding('should', 'ignore', anchor);
}
