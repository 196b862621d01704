import { useEffect } from 'preact/hooks';
import type { KnownType } from '../state/knowledge.ts';
import { type Total, totalOf } from '../state/learned.ts';
import { firstPage } from '../state/query.ts';
import { read } from '../state/send.ts';
import { usePage } from './use-page.ts';

/** Each total is a request. */
const MAX_TOTALS = 50;
/** Resources of which fewer are estimated are counted. */
const MAX_COUNTED = 10_000;

/** Reads the totals of the types, one after the other, of a server whose description says that requests can contain them. */
export function useTotals(): void {
  const { settings, headers, description, learnFrom } = usePage();
  const { described } = description;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const hasEstimates = described?.kind === 'Linkage';
    const all = [...(described?.types.values() ?? [])].slice(0, MAX_TOTALS);
    const readTotal = async (
      { path, pageSize }: KnownType,
      counts: 'true' | 'estimate',
    ): Promise<Total | undefined> => {
      if (pageSize === undefined) return undefined;
      const answer = await read(settings, headers, firstPage(path, pageSize, 1, counts), signal);
      learnFrom(answer);
      return totalOf(answer.document, pageSize);
    };
    const readAll = async (): Promise<void> => {
      for (const type of all) {
        if (type.pageSize?.total === undefined || !type.methods.has('GET') || signal.aborted) continue;
        const total = await readTotal(type, hasEstimates ? 'estimate' : 'true');
        if (total?.isEstimate === true && total.count < MAX_COUNTED) await readTotal(type, 'true');
      }
    };
    // A total that cannot be read is not shown.
    readAll().catch(() => undefined);
    return () => controller.abort();
  }, [described, settings, headers]);
}
