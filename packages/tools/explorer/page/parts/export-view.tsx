import type { JSX } from 'preact';
import { usePage } from '../hooks/use-page.ts';
import { download, type ExportFormat, fileOf, rowsOf } from '../state/export.ts';
import { typeAt } from '../state/knowledge.ts';
import { formatTarget, parameterOf, parseTarget, withoutPlace, withValue } from '../state/query.ts';
import { finalTarget, linksAt, read } from '../state/send.ts';
import { Panel, Small } from './controls.tsx';
import { numberText } from './page-links.tsx';

/** A larger page would need much memory. */
const MAX_SIZE = 1000;

/** The files that a list can be saved as: its selected rows, or the rows of all pages. */
export function ExportView({ columns }: { readonly columns: readonly string[] }): JSX.Element {
  const { settings, headers, known, table } = usePage();
  const { selected, place, job, start } = table;
  const target = parseTarget(table.target);
  const type = typeAt(known, target.path);
  /** The first page of the list, with the largest size. With related resources, a larger page can be too large for the server. */
  const firstPage = (): string => {
    const { parameter, maximum } = type?.pageSize ?? {};
    const list = withoutPlace(target);
    const isSized = parameter !== undefined && maximum !== undefined && parameterOf(target, 'include') === undefined;
    return formatTarget(isSized ? withValue(list, parameter, `${Math.min(maximum, MAX_SIZE)}`) : list);
  };
  const save = (format: ExportFormat, isSelection: boolean): Promise<void> =>
    start(async (signal, say) => {
      const pages = {
        first: firstPage(),
        read: (at: string) => read(settings, headers, at, signal),
        follow: (link: string, answer: Parameters<typeof finalTarget>[0]) =>
          linksAt(settings.api, finalTarget(answer))(link),
        signal,
      };
      const rows = isSelection ? [[...selected.values()].map(({ resource }) => resource)] : rowsOf(pages);
      let written = 0;
      const { total } = isSelection ? { total: selected.size } : place;
      const of = total === undefined ? '' : ` of ${numberText(total)}`;
      const file = await fileOf(rows, format, columns, (count) => {
        written = count;
        say(`${numberText(count)}${of} rows`);
      });
      signal.throwIfAborted();
      const name = `${(type?.name ?? 'list').replaceAll(/[^\w-]+/g, '-')}.${format}`;
      download(file, name);
      return total !== undefined && total !== written
        ? `Saved ${numberText(written)} rows in ${name}. The list had ${numberText(total)} when the page was read.`
        : `Saved ${numberText(written)} rows in ${name}`;
    });
  const count = selected.size;
  return (
    <Panel summary="Export">
      {() => (
        <>
          <p class="row">
            {(['csv', 'json'] as const).flatMap((format) => [
              count > 0 && (
                <Small key={`${format} selected`} disabled={job?.isRunning} onClick={() => void save(format, true)}>
                  {numberText(count)} selected as {format.toUpperCase()}
                </Small>
              ),
              <Small key={format} disabled={job?.isRunning} onClick={() => void save(format, false)}>
                All {place.total === undefined ? '' : `${numberText(place.total)} `}rows as {format.toUpperCase()}
              </Small>,
            ])}
          </p>
          <p class="dim">
            CSV has the columns of the table, and an apostrophe before strings that a spreadsheet would read as a
            formula. JSON has the whole resources.
          </p>
        </>
      )}
    </Panel>
  );
}
