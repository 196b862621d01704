import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateDocument } from '@linkage/core';
import { compare, type Task } from '../measuring/harness.ts';
import { comparisonTable, type Part, type RunOptions, type Table } from '../measuring/table.ts';
import { requirePeer } from '../peers/peer.ts';
import { serializeByHand } from '../workloads/limit.ts';
import { baseUrl, makeWorkload } from '../workloads/workload.ts';

interface CompoundDocument {
  readonly data: readonly Identified[];
  readonly included: readonly Identified[];
}

interface Identified {
  readonly type: string;
  readonly id: string;
}

const schemaFile = join(import.meta.dirname, '../../../../../../shared/jsonapi-schemas/1.1/schema.json');
/** The full validation of a parsed document. */
export const validateParts: readonly Part[] = [
  { name: 'b', run: (options) => measure('The document of (b)', serializeByHand(makeWorkload('b')), options) },
  { name: 'links', run: (options) => measure('The same with a self link in every resource', linkedText(), options) },
];

async function measure(title: string, text: string, { isQuick, withPeers }: RunOptions): Promise<Table> {
  const document = JSON.parse(text);
  assertValid(document);
  const remarks: string[] = [];
  const tasks: Task[] = [
    { name: 'JSON.parse of the text', run: () => JSON.parse(text) },
    { name: 'Linkage', run: () => validateDocument(document) },
    ...(withPeers ? ajvTasks(document, remarks) : []),
  ];
  const pace = { rounds: isQuick ? 3 : 9, milliseconds: isQuick ? 35 : 70, batch: 1 };
  return comparisonTable(title, await compare(tasks, pace), remarks);
}

function linkedText(): string {
  const document: CompoundDocument = JSON.parse(serializeByHand(makeWorkload('b')));
  const linked = (identified: Identified) => ({
    ...identified,
    links: { self: `${baseUrl}/${identified.type}/${identified.id}` },
  });
  return JSON.stringify({ ...document, data: document.data.map(linked), included: document.included.map(linked) });
}

function ajvTasks(document: unknown, remarks: string[]): readonly Task[] {
  if (!existsSync(schemaFile)) {
    remarks.push('ajv is left out: there is no ../shared/jsonapi-schemas.');
    return [];
  }
  const { default: Ajv } = requirePeer('ajv/dist/2020');
  const { default: addFormats } = requirePeer('ajv-formats');
  const compile = (schema: object) => addFormats(new Ajv({ strict: false })).compile(schema);
  const schema = readFileSync(schemaFile, 'utf8');
  const withoutUniqueItems = JSON.parse(schema, (name, value) => (name === 'uniqueItems' ? undefined : value));
  const validators = [
    { name: 'ajv, schema of 1.1 (draft) without uniqueItems', validate: compile(withoutUniqueItems) },
    { name: 'ajv, schema of 1.1 (draft)', validate: compile(JSON.parse(schema)) },
  ];
  for (const { name, validate } of validators) {
    if (validate(document) !== true) remarks.push(`${name}: finds the document invalid`);
  }
  return validators.map(({ name, validate }) => ({ name, run: () => validate(document) }));
}

function assertValid(document: unknown): void {
  const result = validateDocument(document);
  if (result.issues !== undefined) {
    throw new Error(
      `validateDocument finds issues in a valid document: ${JSON.stringify(result.issues).slice(0, 300)}`,
    );
  }
}
