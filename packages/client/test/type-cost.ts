/** Writes a program with many types and calls, whose type checking is measured. */

const TYPES = 50;
const FIELDS = 25;
const CALLS = 100;

/** Returns the declaration of types with 20 attributes and 5 relationships each. */
function declarationText(): string {
  const types = Array.from({ length: TYPES }, (_, type) => {
    const attributes = Array.from({ length: FIELDS - 5 }, (_, index) => {
      const schema = ['z.string()', 'z.number()', 'z.boolean().nullable()', 'z.string().optional()'][index % 4];
      return index % 5 === 0 ? `a${index}: attribute(${schema}, { sort: true, filter: true })` : `a${index}: ${schema}`;
    });
    const relationships = Array.from({ length: 5 }, (_, index) => {
      const target = `t${(type * 7 + index * 3 + 1) % TYPES}`;
      const options = index === 0 ? ', { filter: true, sort: true }' : index === 3 ? ', { filter: true }' : '';
      return `r${index}: ${index < 3 ? 'toOne' : 'toMany'}('${target}'${options})`;
    });
    return `  t${type}: { attributes: { ${attributes.join(', ')} }, relationships: { ${relationships.join(', ')} } },`;
  });
  return types.join('\n');
}

function callText(index: number): string {
  const type = `t${index % TYPES}`;
  const calls = [
    `c${index}.data.at(0)?.r0?.r1?.a1`,
    `c${index}.data.r3.at(0)?.a0`,
    `c${index}.data.a0`,
    `c${index}.data?.a0`,
  ];
  const sent = [
    `client.list('${type}', { include: ['r0.r1'], sort: ['-a0', 'r0.a5'], filter: [{ field: 'r3.a0', values: ['x'] }] })`,
    `client.get('${type}', '1', { include: ['r3', 'r4.r2'], fields: { ${type}: ['a0', 'r3', 'r4'] } })`,
    `client.create('${type}', { attributes: { ${requiredAttributes()} }, relationships: { r3: [] } })`,
    `client.update('${type}', '1', { attributes: { a0: 'x', a2: null }, relationships: { r0: null } })`,
  ];
  return `const c${index} = await ${sent[index % 4]};\nconsole.log(${calls[index % 4]});`;
}

function requiredAttributes(): string {
  return Array.from({ length: FIELDS - 5 }, (_, index) => `a${index}: ${["'x'", '1', 'null', "'y'"][index % 4]}`).join(
    ', ',
  );
}

/** The program: a declaration, a client, and its calls. Without calls, the cost of the declaration alone. */
export function costProgram(calls: number = CALLS): string {
  return `import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createClient } from '@linkage/client';
import { z } from 'zod';
const api = defineApi({
${declarationText()}
});
const client = createClient<typeof api>({ baseUrl: 'http://localhost' });
${Array.from({ length: calls }, (_, index) => callText(index)).join('\n')}
`;
}
