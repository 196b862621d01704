/** The client and the statements as HTML: the build and the page show them alike. */
import type { ShownClient, ShownRequest } from './first-screen-data.ts';

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns the code of a client with the types and the mistakes that the compiler found. */
export function clientHtml({ lines }: Pick<ShownClient, 'lines'>, notes: ShownClient['notes']): string {
  const shown = lines.map((html, line) => {
    const found = notes.filter((it) => it.line === line);
    const text = found.map((it) => escapeHtml(it.text)).join('\n');
    if (found.length === 0) return html;
    if (!found.some((it) => it.isError)) return `${html} <span class="type">// ${text}</span>`;
    return `<span class="wrong">${html}</span>\n<span class="message">${text}</span>`;
  });
  return `<pre><code>${shown.join('\n')}</code></pre>`;
}

/** Returns the statements of a request. */
export function statementsHtml(statements: ShownRequest['statements']): string {
  const text =
    statements.length === 0 ? '-- The server rejects this request without a statement.' : statements.join(';\n\n');
  return `<pre><code>${escapeHtml(text)}</code></pre>`;
}
