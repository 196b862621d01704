/** How binding a rule is: MUST and MUST NOT, or SHOULD and SHOULD NOT. */
export type RuleLevel = 'must' | 'should';

/** What is known of a rule without looking at a document. */
export interface RuleFacts {
  /** The core of its sentence in kebab-case, for example `full-linkage`. */
  readonly id: string;
  readonly level: RuleLevel;
  /** The pinned URL of the section it comes from. */
  readonly spec: string;
  /** What a receiver does with a document that breaks it: refuse it, or ignore what does not conform. */
  readonly receiver: 'reject' | 'ignore';
  /** The rule in one sentence. */
  readonly statement: string;
  /** The rows of the requirements ledger it enforces. */
  readonly ledger: readonly string[];
}

const SPECIFICATION = 'https://jsonapi.org/format/1.1/#';

type Facts = Omit<RuleFacts, 'id'>;

/** The section is an anchor of the specification, or the whole URL where it stands elsewhere. */
function facts(
  level: RuleLevel,
  receiver: RuleFacts['receiver'],
  section: string,
  ledger: string,
  statement: string,
): Facts {
  return Object.freeze({
    level,
    spec: section.includes('#') ? section : SPECIFICATION + section,
    receiver,
    statement,
    ledger: Object.freeze(ledger.split(' ')),
  });
}

/** A rule at MUST level: a document that breaks it cannot be processed. */
/* @__NO_SIDE_EFFECTS__ */
export function must(anchor: string, ledger: string, statement: string): Facts {
  return facts('must', 'reject', anchor, ledger, statement);
}

/** A rule at MUST level for those who produce documents; a receiver ignores what breaks it. */
/* @__NO_SIDE_EFFECTS__ */
export function ignored(anchor: string, ledger: string, statement: string): Facts {
  return facts('must', 'ignore', anchor, ledger, statement);
}

/** A rule at SHOULD level: a receiver takes the document as it is. */
/* @__NO_SIDE_EFFECTS__ */
export function should(anchor: string, ledger: string, statement: string): Facts {
  return facts('should', 'ignore', anchor, ledger, statement);
}
