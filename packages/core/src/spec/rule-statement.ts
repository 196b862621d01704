/** The statement of a rule for readers, and the requirements that it enforces. The validator does not read it. */
export interface RuleStatement {
  /** The rule in one sentence. */
  readonly statement: string;
  /** The ids of the requirements that the rule enforces. */
  readonly requirements: readonly string[];
}

/** Creates the statement of a rule. `requirements` contains their ids, separated by spaces. */
/* @__NO_SIDE_EFFECTS__ */
export function states(requirements: string, statement: string): RuleStatement {
  return Object.freeze({ statement, requirements: Object.freeze(requirements.split(' ')) });
}
