import { readFileSync } from 'node:fs';
import { errorExamples, errorOf } from '../../server/test/error-examples.ts';
import { errorObject } from '../src/error/create-error-object.ts';
import { type ErrorCode, errorCodes } from '../src/error/error-code.ts';

const example = errorObject('ATTRIBUTE_INVALID', 'title: Too small: expected string to have >=1 characters', {
  source: { pointer: '/data/attributes/title' },
});

const HEAD = `# Error codes

Every code that an error of Linkage can have. \`scripts/docs/write-errors.ts\` generates this page from \`core/src/error/error-code.ts\`
and from the requests of \`server/test/error-examples.ts\`. The status and the meaning of a code do not change, and its title is
the same for every occurrence. Data sources and applications can respond with their own codes.

This is an error. Programs must read \`code\` and \`source\`. \`title\` and \`detail\` are for developers, and \`detail\` can change in
every release.

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

**Status of several errors.** If all errors of a response have the same status, the response has this status. If all are server
errors, it has 500; otherwise 400. Exception: if the specification requires the status of one of the errors (403 for a
client-generated id or a read-only field, 409 for a wrong type or id of the resource), the response has this status.

**Source.** \`source.pointer\` points to an existing value of the request document. For a missing member, it points to the object
that lacks the member. A pointer has at most 500 characters; a longer one points to an ancestor. \`source.parameter\` names a query
parameter, \`source.header\` a header field.

**Limits.** By default, a response has at most 20 errors. A \`detail\` contains at most 100 characters of each value that the client
sent.

The examples use this API: articles have the attributes \`title\`, \`words\`, and \`createdAt\` (read-only), and the relationships
\`author\` (to-one, people) and \`tags\` (to-many, tags). Create requests for tags contain an id. The article "1" exists.
`;

/** The comment of a code in error-code.ts. */
export interface DocumentedCode {
  readonly code: ErrorCode;
  readonly section: string;
  readonly when: string;
  readonly client: string;
}

/** Parses the comments of error-code.ts: the section, the cause, and the remedy of each code. */
export function documentedCodes(): readonly DocumentedCode[] {
  const text = readFileSync(new URL('../src/error/error-code.ts', import.meta.url), 'utf8');
  const found: DocumentedCode[] = [];
  let section = '';
  const parts = text.matchAll(/^ {2}\/\/ (.+)$|^ {2}\/\*\*([^/]+?)\*\/\n {2}([A-Z_]+):/gm);
  for (const [, title, comment = '', code = ''] of parts) {
    if (title !== undefined) {
      section = title;
      continue;
    }
    const sentence = comment.replaceAll(/\s+\*\s+|\s+/g, ' ').trim();
    const [when = '', client] = sentence.split(' Client: ');
    if (client === undefined) throw new Error(`The comment of ${code} must contain 'Client:' with the remedy.`);
    found.push({ code: code as ErrorCode, section, when, client });
  }
  return found;
}

/** Returns the section of one code. */
async function codeSection({ code, when, client }: DocumentedCode): Promise<string> {
  const { status, title } = errorCodes[code];
  const { request, note } = errorExamples[code];
  const error = await errorOf(code);
  return [
    `### ${code}\n`,
    `**${status} ${title}.** ${when}\n`,
    ...(note === undefined ? [] : [`${note}\n`]),
    `\`\`\`http\n${request}\n\`\`\`\n`,
    `\`\`\`json\n${JSON.stringify(error, null, 2)}\n\`\`\`\n`,
    `**Remedy:** ${client}\n`,
  ].join('\n');
}

/** Returns the content of docs/errors.md. */
export async function errorsDocument(): Promise<string> {
  const codes = documentedCodes();
  const sections: string[] = [];
  for (const section of new Set(codes.map((code) => code.section))) {
    const members = codes.filter((code) => code.section === section);
    const rows = members.map(({ code }) => `| \`${code}\` | ${errorCodes[code].status} | ${errorCodes[code].title} |`);
    sections.push([`## ${section}\n`, '| Code | Status | Title |', '| --- | --- | --- |', ...rows, ''].join('\n'));
    for (const member of members) sections.push(await codeSection(member));
  }
  return [HEAD, ...sections].join('\n');
}
