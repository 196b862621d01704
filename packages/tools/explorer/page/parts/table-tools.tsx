import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import { labelField } from '../state/form.ts';
import { cut } from '../state/json.ts';
import { typeAt } from '../state/knowledge.ts';
import { formatTarget, parseTarget, type Target, withoutPlace } from '../state/query.ts';
import { textSearchOf } from '../state/search-query.ts';
import { keepTableSettings, readTableSettings, type TableSettings } from '../state/table-settings.ts';
import { Link, Panel, Small, submits, TextBox } from './controls.tsx';
import { ExportView } from './export-view.tsx';

const MAX_TEXT = 120;

interface TableToolsProperties {
  /** All columns of the rows. */
  readonly columns: readonly string[];
  /** The columns that the table shows, in their order. */
  readonly shown: readonly string[];
  /** Shows other columns. */
  readonly onChange: () => void;
}

/** What a list offers above its table: a search, its columns, its saved views, and its export. */
export function TableTools({ columns, shown, onChange }: TableToolsProperties): JSX.Element | null {
  const { settings, known, table, description, open } = usePage();
  const target = parseTarget(table.target);
  const type = typeAt(known, target.path);
  if (type === undefined) return null;
  const kept = readTableSettings(settings, type.name);
  const keep = (change: Partial<TableSettings>): void => {
    keepTableSettings(settings, type.name, { ...kept, ...change });
    onChange();
  };
  const search = textSearchOf(type, description.described?.hasGroups === true, labelField(type));
  const text = search?.textOf(target);
  const show = (next: Target): void => open({ method: 'GET', target: formatTarget(next) });
  return (
    <div class="panels tools">
      {search !== undefined && text !== undefined && (
        <search>
          <form
            class="row"
            onSubmit={(event) => {
              const typed = event.currentTarget.querySelector('input')?.value.trim() ?? '';
              submits(() => show(search.withText(withoutPlace(target), typed)))(event);
            }}
          >
            <input
              key={text}
              type="search"
              aria-label="Search the list"
              placeholder={`Search ${cut(search.fields.join(', '), MAX_TEXT)}`}
              defaultValue={text}
            />
            <Small type="submit">Search</Small>
          </form>
        </search>
      )}
      {columns.length > 0 && <ColumnsView {...{ columns, shown }} onColumns={(names) => keep({ columns: names })} />}
      <ViewsView
        {...kept}
        target={formatTarget(withoutPlace(target))}
        onOpen={(view) => {
          keep(view.columns === undefined ? { columns: [] } : { columns: view.columns });
          show(parseTarget(view.target));
        }}
        onViews={(views) => keep({ views })}
      />
      {columns.length > 0 && <ExportView columns={shown} />}
    </div>
  );
}

interface ColumnsViewProperties extends Pick<TableToolsProperties, 'columns' | 'shown'> {
  /** Chooses the columns. None stands for all. */
  readonly onColumns: (names: readonly string[]) => void;
}

/** The columns of the table: which of them are shown, and in which order. */
function ColumnsView({ columns, shown, onColumns }: ColumnsViewProperties): JSX.Element {
  const others = columns.filter((it) => !shown.includes(it));
  const move = (from: number, to: number): void => {
    const next = shown.filter((_, index) => index !== from);
    onColumns([...next.slice(0, to), ...shown.slice(from, from + 1), ...next.slice(to)]);
  };
  return (
    <Panel summary={`Columns (${shown.length}${others.length > 0 ? ` of ${columns.length}` : ''})`}>
      {() => (
        <>
          <ul class="columns">
            {[...shown, ...others].map((name, index) => {
              const isShown = index < shown.length;
              const label = cut(name, MAX_TEXT);
              return (
                <li key={name} class="row">
                  <label>
                    <input
                      type="checkbox"
                      checked={isShown}
                      disabled={isShown && shown.length === 1}
                      onChange={() => onColumns(isShown ? shown.filter((it) => it !== name) : [...shown, name])}
                    />{' '}
                    {label}
                  </label>
                  {isShown &&
                    ([-1, 1] as const).map((step) => (
                      // A button that is disabled would lose the focus.
                      <Small
                        key={step}
                        aria-label={`Move ${label} to the ${step === -1 ? 'left' : 'right'}`}
                        aria-disabled={shown[index + step] === undefined}
                        onClick={() => shown[index + step] === undefined || move(index, index + step)}
                      >
                        {step === -1 ? '←' : '→'}
                      </Small>
                    ))}
                </li>
              );
            })}
          </ul>
          <Small onClick={() => onColumns([])}>Show all columns</Small>
        </>
      )}
    </Panel>
  );
}

interface ViewsViewProperties extends TableSettings {
  /** The query to save. */
  readonly target: string;
  readonly onOpen: (view: TableSettings['views'][number]) => void;
  readonly onViews: (views: TableSettings['views']) => void;
}

/** The saved views: queries with their columns. */
function ViewsView({ views, columns, target, onOpen, onViews }: ViewsViewProperties): JSX.Element {
  const [name, setName] = useState('');
  const save = (): void => {
    const view = { name: name.trim(), target, ...(columns !== undefined && { columns }) };
    onViews([...views.filter((it) => it.name !== view.name), view]);
    setName('');
  };
  return (
    <Panel summary={`Views (${views.length})`}>
      {() => (
        <>
          <ul>
            {views.map((view) => (
              <li key={view.name} class="row">
                <Link to={{ method: 'GET', target: view.target }} run={() => onOpen(view)}>
                  {cut(view.name, MAX_TEXT)}
                </Link>
                <Small
                  aria-label={`Remove the view ${cut(view.name, MAX_TEXT)}`}
                  onClick={({ currentTarget }) => {
                    currentTarget.closest('details')?.querySelector('summary')?.focus();
                    onViews(views.filter((it) => it !== view));
                  }}
                >
                  Remove
                </Small>
              </li>
            ))}
          </ul>
          <form class="row" onSubmit={submits(save)}>
            <TextBox
              aria-label="Name of the view"
              placeholder="Name of this view"
              required
              value={name}
              onText={setName}
            />
            <Small type="submit">Save the view</Small>
          </form>
        </>
      )}
    </Panel>
  );
}
