/** Called with the name of a fault, what happened, and what was wrong. */
export type Report = (name: string, line: string, failures: readonly string[]) => void;
