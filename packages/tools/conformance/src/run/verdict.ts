/** How a case ended. What could not be decided did not pass; `absent` is a case about something that the server does not have. */
export type Verdict = 'passed' | 'failed' | 'undecided' | 'absent';

interface Stop extends Error {
  readonly verdict: Exclude<Verdict, 'passed'>;
  readonly expected?: string;
  readonly came?: string;
  readonly change?: string;
}

/** Ends a case: the server broke the requirement. `change` says how the response must change. */
export function fail(expected: string, came: string, change: string = `Respond with ${expected}.`): never {
  const error: Stop = Object.assign(new Error(`Expected ${expected}, but ${came}.`), {
    verdict: 'failed' as const,
    expected,
    came,
    change,
  });
  throw error;
}

/** Ends a case that cannot be decided with this server and these samples. */
export function undecided(reason: string): never {
  const error: Stop = Object.assign(new Error(reason), { verdict: 'undecided' as const });
  throw error;
}

/** Ends a case about something that the server does not have, such as an extension. It does not count as a case to decide. */
export function absent(reason: string): never {
  const error: Stop = Object.assign(new Error(reason), { verdict: 'absent' as const });
  throw error;
}

/** Whether something thrown is the end of a case; otherwise the case itself has a defect. */
export function isStop(error: unknown): error is Stop {
  return error instanceof Error && 'verdict' in error;
}
