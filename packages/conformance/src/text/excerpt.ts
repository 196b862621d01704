import type { Location } from './locate.ts';

const CONTEXT = 2;
const WIDTH = 110;

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? text.length : end);
}

/** Cuts a long line around a column, since documents of servers are often one line. */
function cut(line: string, column: number): { readonly shown: string; readonly column: number } {
  if (line.length <= WIDTH) return { shown: line, column };
  const start = Math.max(0, Math.min(column - 1 - 30, line.length - WIDTH));
  const shown = line.slice(start, start + WIDTH);
  const before = start > 0 ? '…' : '';
  return {
    shown: `${before}${shown}${start + WIDTH < line.length ? '…' : ''}`,
    column: column - start + before.length,
  };
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
