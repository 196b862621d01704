/** The statement of a rule for readers and for the requirements ledger. The validator does not read it. */
export interface RuleStatement {
  /** The rule in one sentence. */
  readonly statement: string;
  /** The rows of the requirements ledger that the rule enforces. */
  readonly ledger: readonly string[];
}

/** Creates the statement of a rule. `ledger` contains the rows, separated by spaces. */
/* @__NO_SIDE_EFFECTS__ */
export function states(ledger: string, statement: string): RuleStatement {
  return Object.freeze({ statement, ledger: Object.freeze(ledger.split(' ')) });
}
