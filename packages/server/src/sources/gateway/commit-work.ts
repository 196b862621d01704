import type { AnySource } from '../port/any-source.ts';
import type { SourceCall } from '../port/data-source.ts';
import { callWith } from '../port/source-call.ts';

/** The member of a call that contains the work after the commit. A symbol survives the copies that sources make. */
const COMMITS: unique symbol = Symbol('commits');

type Work = () => unknown;

interface Commits {
  /** Receives the failures of the work. */
  readonly report: (failure: unknown) => void;
  /** The work of the transaction; undefined outside a transaction. */
  readonly work: Work[] | undefined;
}

type CommittingCall = SourceCall & { readonly [COMMITS]?: Commits };

/** Lets the writes of a new call add work that runs after the commit. */
export function addCommits(call: SourceCall, report: Commits['report']): void {
  (call as { [COMMITS]?: Commits })[COMMITS] = { report, work: undefined };
}

/** Runs work in order. A failure does not prevent the rest: the data is already stored. */
async function runAll(works: readonly Work[], report: Commits['report']): Promise<void> {
  for (const work of works) {
    try {
      await work();
    } catch (failure) {
      report(failure);
    }
  }
}

/**
 * Adds work that runs once after the transaction of the call commits; immediately if the call has no transaction. The call is a
 * one of `addCommits`, or a copy of one: a server with hooks makes no other calls.
 */
export function afterCommit(call: SourceCall, work: Work): void {
  const { work: works, report } = (call as CommittingCall)[COMMITS] as Commits;
  if (works === undefined) void runAll([work], report);
  else works.push(work);
}

/** The work of one transaction. */
export interface CommitWork {
  /** Returns the call of an attempt. Drops the work of an earlier attempt, which was rolled back. */
  readonly enter: <Call extends SourceCall>(inner: Call) => Call;
  /** Starts the work, or passes it to the transaction around this one. The request does not wait for it. */
  readonly committed: () => void;
}

const noWork: CommitWork = { enter: (inner) => inner, committed: () => undefined };

/** Collects the work of a transaction that is about to begin. Does nothing if the server has no hooks. */
export function collectCommitWork(call: SourceCall): CommitWork {
  const outer = (call as CommittingCall)[COMMITS];
  if (outer === undefined) return noWork;
  let works: Work[] = [];
  return {
    enter(inner) {
      works = [];
      return callWith(inner, { [COMMITS]: { ...outer, work: works } });
    },
    committed() {
      if (outer.work === undefined) void runAll(works, outer.report);
      else for (const work of works) outer.work.push(work);
    },
  };
}

/** Returns a source whose transactions start the work after a commit, even if the request has timed out. */
export function withCommitWork(source: AnySource): AnySource {
  if (source.transaction === undefined) return source;
  const transaction = async <Result, Call extends SourceCall>(run: (call: Call) => Promise<Result>, call: Call) => {
    const commits = collectCommitWork(call);
    let isDone = false;
    const attempt = async (inner: Call): Promise<Result> => {
      isDone = false;
      const result = await run(commits.enter(inner));
      isDone = true;
      return result;
    };
    const result = await source.transaction?.(attempt, call);
    if (isDone) commits.committed();
    return result as Result;
  };
  return Object.freeze({ ...source, transaction });
}
