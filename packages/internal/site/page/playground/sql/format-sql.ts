/** The words before which a statement continues in a new line. */
const breaks = /(?:from|where|group by|order by|limit|offset|inner join|left join|union all|union)\b/iy;
const part = /"(?:[^"]|"")*"|'(?:[^']|'')*'|[\p{L}_]\w*|\s+|[^\s\w"']/uy;

/** A longer line ends after the next comma. */
const LINE_LENGTH = 60;

/** Breaks a statement into lines. Only white space changes. */
export function formatSql(sql: string): string {
  let text = '';
  let depth = 0;
  for (let at = 0; at < sql.length; ) {
    part.lastIndex = at;
    const token = part.exec(sql)?.[0] ?? sql.charAt(at);
    breaks.lastIndex = at;
    const isBreak = /\s$/.test(text) && breaks.test(sql);
    const isLong = text.length - text.lastIndexOf('\n') > LINE_LENGTH && text.endsWith(',') && token === ' ';
    if (isBreak) text = `${text.trimEnd()}\n${'  '.repeat(depth)}`;
    if (token === '(') depth++;
    else if (token === ')') depth = Math.max(0, depth - 1);
    text += isLong ? `\n${'  '.repeat(depth + 1)}` : token;
    at += token.length;
  }
  return text;
}

/** Returns a parameter as a literal. */
export function formatParameter(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
