import { type ChangeRuleId, changeRules } from '../src/index.ts';
import { fieldRules } from '../src/rules/field-rules.ts';
import { openApiRules } from '../src/rules/open-api-rules.ts';
import { queryRules } from '../src/rules/query-rules.ts';
import { schemaRules } from '../src/rules/schema-rules.ts';
import { serverRules } from '../src/rules/server-rules.ts';

const HEAD = `# The rules of changes

Every rule of \`@linkage/changes\`. \`scripts/docs/write-changes.ts\` generates this page from \`changes/src/rules\`.
[Breaking changes](guide/breaking-changes.md) explains the levels and the command.
`;

const chapters: readonly (readonly [string, object])[] = [
  ['Types and fields', fieldRules],
  ['Values', schemaRules],
  ['Query parameters and pages', queryRules],
  ['Endpoints, headers, and limits', serverRules],
  ['Only in OpenAPI documents', openApiRules],
];

/** Returns the text of docs/changes.md. */
export function changeRulesDocument(): string {
  const parts = chapters.map(([title, rules]) => {
    const rows = (Object.keys(rules) as ChangeRuleId[]).map((id) => {
      const { request, response, title: what, reason } = changeRules[id];
      return `| \`${id}\` | ${request} | ${response} | ${what}. ${reason} |`;
    });
    return [
      `## ${title}`,
      '',
      '| Rule | In requests | In responses | Meaning |',
      '| --- | --- | --- | --- |',
      ...rows,
    ].join('\n');
  });
  return `${[HEAD.trimEnd(), ...parts].join('\n\n')}\n`;
}
