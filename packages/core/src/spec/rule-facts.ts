import type { RuleStatement } from './rule-statement.ts';

/** How binding a rule is: MUST and MUST NOT, or SHOULD and SHOULD NOT. */
export type RuleLevel = 'must' | 'should';

/** What an issue reports of its rule. */
export interface RuleBinding {
  /** The core of its sentence in kebab-case, for example `full-linkage`. */
  readonly id: string;
  readonly level: RuleLevel;
  /** The pinned URL of the section it comes from. */
  readonly spec: string;
  /** What a receiver does with a document that breaks it: refuse it, or ignore what does not conform. */
  readonly receiver: 'reject' | 'ignore';
}

/** What is known of a rule without looking at a document. */
export interface RuleFacts extends RuleBinding, RuleStatement {}

const SPECIFICATION = 'https://jsonapi.org/format/1.1/#';

type Binding = Omit<RuleBinding, 'id'>;

/** The section is an anchor of the specification, or the whole URL where it stands elsewhere. */
function binding(level: RuleLevel, receiver: RuleBinding['receiver'], section: string): Binding {
  return Object.freeze({ level, spec: section.includes('#') ? section : SPECIFICATION + section, receiver });
}

/** A rule at MUST level: a document that breaks it cannot be processed. */
/* @__NO_SIDE_EFFECTS__ */
export function must(anchor: string): Binding {
  return binding('must', 'reject', anchor);
}

/** A rule at MUST level for those who produce documents; a receiver ignores what breaks it. */
/* @__NO_SIDE_EFFECTS__ */
export function ignored(anchor: string): Binding {
  return binding('must', 'ignore', anchor);
}

/** A rule at SHOULD level: a receiver takes the document as it is. */
/* @__NO_SIDE_EFFECTS__ */
export function should(anchor: string): Binding {
  return binding('should', 'ignore', anchor);
}
