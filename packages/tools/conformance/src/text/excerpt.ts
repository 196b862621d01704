import { escapeText, type Location } from '@linkage/core/internal';

const CONTEXT = 2;
const WIDTH = 110;

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? text.length : end);
}

/** Cuts a long line around a column, since documents of servers are often one line. Hidden characters become visible. */
function cut(line: string, column: number): { readonly shown: string; readonly column: number } {
  const start = line.length <= WIDTH ? 0 : Math.max(0, Math.min(column - 1 - 30, line.length - WIDTH));
  const before = `${start > 0 ? '…' : ''}${escapeText(line.slice(start, column - 1), 'line')}`;
  const after = escapeText(line.slice(Math.max(start, column - 1), start + WIDTH), 'line');
  return { shown: `${before}${after}${start + WIDTH < line.length ? '…' : ''}`, column: before.length + 1 };
}

/** Returns the lines around a place, with a mark below it. */
export function excerptAt(text: string, { offset, line, column }: Location): string {
  const width = String(line).length;
  const lines: string[] = [];
  let start = offset - column + 1;
  const own = cut(lineAt(text, start).replace(/\r$/, ''), column);
  lines.push(`  ${line} │ ${own.shown}`, `  ${' '.repeat(width)} │ ${' '.repeat(Math.max(0, own.column - 1))}^`);
  for (let above = 1; above <= CONTEXT && start > 0; above++) {
    start = text.lastIndexOf('\n', start - 2) + 1;
    lines.unshift(`  ${String(line - above).padStart(width)} │ ${cut(lineAt(text, start), 1).shown}`);
  }
  return lines.join('\n');
}
