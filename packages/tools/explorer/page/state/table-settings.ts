/** What the page keeps of each table in the storage of its origin: the columns, and the saved views. */
import { arrayAt, type Json, member, parseJson, stringsOf } from './json.ts';
import type { Settings } from './settings.ts';

/** A query with a name. */
export interface SavedView {
  readonly name: string;
  /** The target without the place of a page. */
  readonly target: string;
  readonly columns?: readonly string[];
}

/** The settings of the table of one type. */
export interface TableSettings {
  /** The columns in their order. Absent, or empty, for all. */
  readonly columns?: readonly string[];
  readonly views: readonly SavedView[];
}

const MAX_VIEWS = 50;
const MAX_COLUMNS = 500;
const MAX_TEXT = 8192;

/** The settings of this visit: the user can have forbidden storage. */
const kept = new Map<string, TableSettings>();

function keyOf({ api }: Settings, type: string): string {
  return `explorer table ${location.pathname} ${api} ${type}`;
}

function columnsOf(value: Json | undefined): Pick<TableSettings, 'columns'> {
  const columns = stringsOf(member(value, 'columns')).slice(0, MAX_COLUMNS);
  return columns.length > 0 ? { columns } : {};
}

/** Reads the settings of the table of a type. Other programs can have written the storage. */
export function readTableSettings(settings: Settings, type: string): TableSettings {
  const key = keyOf(settings, type);
  const known = kept.get(key);
  if (known !== undefined) return known;
  let stored: Json | undefined;
  try {
    stored = parseJson(localStorage.getItem(key) ?? '');
  } catch {
    // Storage is forbidden.
  }
  const views = arrayAt(stored, 'views').flatMap((it): SavedView[] => {
    const [name, target] = [member(it, 'name'), member(it, 'target')];
    if (typeof name !== 'string' || typeof target !== 'string' || target.length > MAX_TEXT) return [];
    return [{ name: name.slice(0, MAX_TEXT), target, ...columnsOf(it) }];
  });
  return { ...columnsOf(stored), views: views.slice(0, MAX_VIEWS) };
}

/** Keeps the settings of the table of a type: in memory, and in the storage if it can be used. */
export function keepTableSettings(settings: Settings, type: string, { columns, views }: TableSettings): void {
  const key = keyOf(settings, type);
  const table = { ...(columns !== undefined && columns.length > 0 && { columns }), views };
  kept.set(key, table);
  try {
    localStorage.setItem(key, JSON.stringify(table));
  } catch {
    // The storage is full or forbidden.
  }
}
