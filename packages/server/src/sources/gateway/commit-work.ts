import { type Awaitable, andThen } from '@linkage/core/internal';
import type { AnySource } from '../port/any-source.ts';
import type { SourceCall } from '../port/data-source.ts';
import { callWith, requestOf, type ServerCall } from '../port/source-call.ts';
import type { CallWatch } from './call-watch.ts';

type Work = () => unknown;

type CommittingCall = SourceCall & { readonly ofServer?: { readonly works?: Work[] } };

/** Runs work in order. A failure does not prevent the rest: the data is already stored. */
async function runAll(works: readonly Work[], call: SourceCall): Promise<void> {
  for (const work of works) {
    try {
      await work();
    } catch (failure) {
      (requestOf(call) as CallWatch).report(failure);
    }
  }
}

/** Adds work that runs once after the transaction of the call commits; immediately if the call has no transaction. */
export function afterCommit(call: SourceCall, work: Work): void {
  const works = (call as CommittingCall).ofServer?.works;
  if (works === undefined) void runAll([work], call);
  else works.push(work);
}

/** The work of one transaction. */
export interface CommitWork {
  /** Returns the call of an attempt. Drops the work of an earlier attempt, which was rolled back. */
  readonly enter: <Call extends SourceCall>(inner: Call) => Call;
  /** Starts the work, or passes it to the transaction around this one. The request does not wait for it. */
  readonly committed: () => void;
}

/** Collects the work of a transaction that is about to begin. */
export function collectCommitWork(call: SourceCall): CommitWork {
  const outer = (call as CommittingCall).ofServer?.works;
  let works: Work[] = [];
  return {
    enter(inner) {
      works = [];
      return callWith(inner, { ofServer: { ...(inner as ServerCall).ofServer, works } });
    },
    committed() {
      if (works.length === 0) return;
      if (outer === undefined) void runAll(works, call);
      else outer.push(...works);
    },
  };
}

/** Returns a source whose transactions start the work after a commit, even if the request has timed out. */
export function withCommitWork(source: AnySource): AnySource {
  if (source.transaction === undefined) return source;
  const { transaction } = source;
  const committing = <Result, Call extends SourceCall>(run: (call: Call) => Promise<Result>, call: Call) => {
    const commits = collectCommitWork(call);
    let isDone = false;
    const attempt = (inner: Call): Awaitable<Result> => {
      isDone = false;
      return andThen(run(commits.enter(inner)), (result) => {
        isDone = true;
        return result;
      });
    };
    const begun: Awaitable<Result> = transaction.call(source, attempt as never, call) as never;
    return andThen(begun, (result) => {
      if (isDone) commits.committed();
      return result;
    }) as Promise<Result>;
  };
  return Object.freeze({ ...source, transaction: committing });
}
