/** The output of a command of npm, and its end. */
export interface NpmRun {
  readonly stdout: string;
  readonly stderr: string;
  /** The exit code. Null if npm was ended, or did not start. */
  readonly status: number | null;
  /** Why npm was ended, or did not start. */
  readonly error?: { readonly code?: string | undefined; readonly message: string } | undefined;
}

/** The number of advisories, or why they were not counted. `isRegistry`: the registry cannot be reached, or does not serve this. */
export type AuditOutcome =
  | { readonly count: number }
  | { readonly count: undefined; readonly isRegistry: boolean; readonly reason: string };

interface NpmReply {
  readonly metadata?: { readonly vulnerabilities?: { readonly total?: unknown } };
  /** Of `npm audit`: the status with which the registry responded. */
  readonly statusCode?: number;
  readonly message?: string;
  readonly error?: { readonly code?: string; readonly summary?: string };
}

/** The codes of npm for a registry that cannot be reached, rejects the request, or fails. A package that does not exist is E404. */
const REGISTRY_CODES =
  /^(?:E(?:401|403|405|407|429|5\d\d)|ENOTFOUND|EAI_AGAIN|E(?:SOCKET)?TIMEDOUT|ECONN(?:REFUSED|RESET)|E(?:HOST|NET)UNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED)$/;

function replyOf(stdout: string): NpmReply {
  try {
    return JSON.parse(stdout);
  } catch {
    return {};
  }
}

function firstError(stderr: string): string | undefined {
  return /^npm (?:error|ERR!) (?!code )(.+)$/m.exec(stderr)?.[1];
}

/** Returns why npm failed, or undefined if it did not fail. */
export function npmFailure({
  stdout,
  stderr,
  status,
  error,
}: NpmRun): Exclude<AuditOutcome, { count: number }> | undefined {
  if (error !== undefined)
    return { count: undefined, isRegistry: REGISTRY_CODES.test(error.code ?? ''), reason: error.message };
  if (status === 0) return undefined;
  const { statusCode, message, error: problem = {} } = replyOf(stdout);
  const reason = message ?? problem.summary ?? firstError(stderr) ?? `npm exited with ${status}.`;
  const isRegistry = statusCode !== undefined || REGISTRY_CODES.test(problem.code ?? '');
  return { count: undefined, isRegistry, reason: reason.trim() };
}

/** Returns the number of advisories that `npm audit --json` found, or why it did not count them. */
export function auditOutcome(run: NpmRun): AuditOutcome {
  const count = replyOf(run.stdout).metadata?.vulnerabilities?.total;
  // npm exits with 1 if it finds advisories.
  if (typeof count === 'number') return { count };
  return (
    npmFailure(run) ?? {
      count: undefined,
      isRegistry: false,
      reason: 'npm audit did not print a number of advisories.',
    }
  );
}
