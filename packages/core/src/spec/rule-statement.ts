/** What a rule says, for people and for the requirements ledger. No code of the validator reads it. */
export interface RuleStatement {
  /** The rule in one sentence. */
  readonly statement: string;
  /** The rows of the requirements ledger it enforces. */
  readonly ledger: readonly string[];
}

/** Creates the statement of a rule. The rows of the ledger are separated by spaces. */
/* @__NO_SIDE_EFFECTS__ */
export function states(ledger: string, statement: string): RuleStatement {
  return Object.freeze({ statement, ledger: Object.freeze(ledger.split(' ')) });
}
