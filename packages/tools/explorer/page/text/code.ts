import { hasBody, headersOf, type Sending } from '../state/send.ts';

/** Returns a command for a POSIX shell that sends the request to a URL. curl does not encode spaces and other characters of a URL. */
export function toCurl(sending: Sending, url: string): string {
  const { address, body } = sending;
  const lines = [`curl ${address.method === 'GET' ? '' : `-X ${address.method} `}${quoted(new URL(url).href)}`];
  if (/[[\]{}]/.test(address.target)) lines[0] += ' --globoff';
  for (const { name, value } of headersOf(sending)) lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (hasBody(address) && body.trim() !== '') lines.push(`--data-binary ${quoted(body)}`);
  return lines.join(' \\\n  ');
}

/** A single quote ends the text, and an escaped one continues it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns JavaScript that sends the request to a URL. */
export function toFetch(sending: Sending, url: string): string {
  const { address, body } = sending;
  const headers = Object.fromEntries(headersOf(sending).map(({ name, value }) => [name, value]));
  const lines = [
    ...(address.method === 'GET' ? [] : [`  method: '${address.method}',`]),
    `  headers: ${indented(JSON.stringify(headers, null, 2))},`,
    ...(hasBody(address) && body.trim() !== '' ? [`  body: JSON.stringify(${indented(body.trim())}),`] : []),
  ];
  // The response to a change can be without a document.
  const read = address.method === 'GET' ? '' : 'response.status === 204 ? undefined : ';
  return `const response = await fetch(${JSON.stringify(url)}, {\n${lines.join('\n')}\n});\nconst document = ${read}await response.json();`;
}

/** Returns a string for a place that is indented. */
export function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
