import { isMissing, readShared } from './shared.ts';

/** One row of the requirements ledger: `../shared/ledger.md`. */
export interface LedgerRow {
  readonly id: string;
  readonly force: string;
  readonly test: string;
}

/** Whether the ledger is not beside the project. */
export const ledgerIsMissing: string | false = isMissing('ledger.md')
  ? 'skipped: ../shared/ledger.md is not beside the project'
  : false;

/** The rows of the ledger; none when it is missing. */
export function readLedger(): readonly LedgerRow[] {
  if (ledgerIsMissing !== false) return [];
  return [...readShared('ledger.md').matchAll(/^\| ([A-Z]{3}-\d\d) \|(.*)\|$/gm)].map(([, id = '', rest = '']) => {
    const cells = rest.replaceAll('\\|', '/').split('|');
    return { id, force: cells.at(-3)?.trim() ?? '', test: cells.at(-1)?.trim() ?? '' };
  });
}
