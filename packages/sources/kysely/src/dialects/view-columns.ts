/** A column of a view, by its number, that contains the values of a column of a table, by its object id and its number. */
export interface ViewColumn {
  readonly place: number;
  readonly table: string;
  readonly column: number;
}

/** The depths of the members of the query, of its lists, and of the members of a column in `({QUERY … :targetList ({TARGETENTRY …} …)})`. */
const QUERY = 2;
const LIST = 3;
const ENTRY = 4;

/** Reads `:resno 1 :resname name :ressortgroupref 0 :resorigtbl 16384 :resorigcol 2 :resjunk false`. */
function columnIn(members: string): ViewColumn | undefined {
  const [, place, , , , , origin, table = '0', , column, , isHidden] = members.trim().split(/\s+/).slice(-12);
  if (origin !== ':resorigtbl' || table === '0' || isHidden !== 'false') return undefined;
  return { place: Number(place), table, column: Number(column) };
}

/**
 * Reads where the columns of a view come from, in the tree of its query as PostgreSQL stores it (`pg_rewrite.ev_action`). A column that is computed,
 * or that several queries contain (`union`), comes from nowhere. A backslash is before each character of a name that the tree uses itself.
 */
export function viewColumnsIn(tree: string): readonly ViewColumn[] {
  const found: ViewColumn[] = [];
  let depth = 0;
  let isList = false;
  let word = '';
  let members = '';
  for (let at = 0; at < tree.length; at++) {
    const character = tree[at] as string;
    if (character === '\\') at++;
    else if (character === '(' || character === '{') {
      depth++;
      if (depth === LIST) isList = word === ':targetList';
    } else if (character === ')' || character === '}') {
      if (isList && depth === ENTRY) {
        const column = columnIn(members);
        if (column !== undefined) found.push(column);
        members = '';
      }
      if (isList && depth === LIST) return found;
      depth--;
    } else if (isList && depth === ENTRY) members += character;
    else if (depth === QUERY && character === ':') word = character;
    else if (depth === QUERY && character !== ' ') word += character;
  }
  return found;
}
