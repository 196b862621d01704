import type { DocumentCode, PathSegments, Reporter } from '../../requests/parse/error-collector.ts';
import type { LinkageBudget } from '../../requests/parse/linkage.ts';
import type { LocalIds } from '../../requests/parse/local-ids.ts';
import type { Api } from '../../schema/api.ts';
import type { UrlTarget } from '../../schema/url/url-scheme.ts';

/** The state of reading a document with operations. */
export interface OperationsReading {
  readonly api: Api;
  readonly localIds: LocalIds;
  readonly collector: Reporter;
  readonly budget: LinkageBudget;
  /** Returns the target of a URL of this API, or undefined if the URL does not exist. */
  readonly targetOf: (href: string) => UrlTarget | undefined;
}

/**
 * The errors in the form of a document. All other errors depend on the state of the resources when the operation runs.
 */
const ofForm: ReadonlySet<string> = new Set<DocumentCode>([
  'DOCUMENT_INVALID',
  'LINKAGE_TOO_LARGE',
  'LOCAL_ID_UNKNOWN',
  'OPERATIONS_TOO_MANY',
]);

/** Returns a reporter of errors below a path. */
export function reporterAt(collector: Reporter, base: PathSegments): Reporter {
  return {
    report: (key, values, place, more) => collector.report(key, values, [...base, ...place], more),
    suggest: (name, names) => collector.suggest(name, names),
    isFull: () => collector.isFull(),
  };
}

/** Returns a reporter that keeps only errors in the form. The request of the operation reports the others. */
export function reporterOfForm(collector: Reporter): Reporter {
  return {
    report(key, values, place, more) {
      if (ofForm.has(key.split('.', 1)[0] as string)) collector.report(key, values, place, more);
    },
    suggest: (name, names) => collector.suggest(name, names),
    isFull: () => collector.isFull(),
  };
}
