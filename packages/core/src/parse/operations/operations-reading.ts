import type { ErrorCode } from '../../error/error-code.ts';
import type { Api } from '../../schema/api.ts';
import type { UrlTarget } from '../../url/url-target.ts';
import type { PathSegments, Reporter } from '../error-collector.ts';
import type { LinkageBudget } from '../linkage.ts';
import type { LocalIds } from '../local-ids.ts';

/** A document of operations while it is read. */
export interface OperationsReading {
  readonly api: Api;
  readonly localIds: LocalIds;
  readonly collector: Reporter;
  readonly budget: LinkageBudget;
  /** Returns what a URL of this API names; undefined for nothing. */
  readonly targetOf: (href: string) => UrlTarget | undefined;
}

/** Problems of the form of a document. All others depend on the state in which an operation finds the resources. */
const ofForm: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'DOCUMENT_INVALID',
  'LINKAGE_TOO_LARGE',
  'LOCAL_ID_UNKNOWN',
  'OPERATIONS_TOO_MANY',
]);

/** A reporter of problems below a place. */
export function reporterAt(collector: Reporter, base: PathSegments): Reporter {
  return {
    report: (code, place, detail) => collector.report(code, [...base, ...place], detail),
    suggest: (name, names) => collector.suggest(name, names),
    isFull: () => collector.isFull(),
  };
}

/** A reporter that keeps the problems of form alone: the request of the operation itself tells the others. */
export function reporterOfForm(collector: Reporter): Reporter {
  return {
    report(code, place, detail) {
      if (ofForm.has(code)) collector.report(code, place, detail);
    },
    suggest: (name, names) => collector.suggest(name, names),
    isFull: () => collector.isFull(),
  };
}
