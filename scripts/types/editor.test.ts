/** The completions, hovers, and definitions of an editor in an application, as the language service of TypeScript says it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type ts from 'typescript-5.9';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../workspace.ts';
import { emitDeclarations } from './declarations.ts';
import { definitions, hovers } from './editor-hovers.ts';
import { application, offers } from './editor-places.ts';
import { hoverAt, openEditor } from './language-service.ts';

const folder = join(root, '.cache', 'editor');
const codes = [...new Set([...offers, ...hovers].map(({ code }) => code)), ...definitions];
const fileOf = (code: string): string => join(folder, `place-${codes.indexOf(code)}.ts`);
/** The place of the cursor. */
const at = (code: string): number => application.length + code.indexOf('¦');
/** The place of the name before the cursor. */
const nameAt = (code: string): number => at(code) - (/\w+$/.exec(code.split('¦')[0] ?? '')?.[0].length ?? 0);
/** The members of the printed objects. The compiler orders them by what it has seen before. */
const partsOf = (text: string): readonly string[] => text.split(/ (?=readonly )| (?=\})/).toSorted();
let service: ts.LanguageService;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  const strings = new Map(codes.map((code) => [fileOf(code), application + code.replace('¦', '')]));
  const packages = ['core', 'server', 'client', 'kysely'].map((it) => `@linkage/${it}`);
  ({ service } = openEditor(strings, folder, await emitDeclarations(packages)));
}, 120_000);

test('there are 54 completions, 33 hovers, and 8 definitions', () => {
  expect([offers.length, hovers.length, definitions.length]).toEqual([54, 33, 8]);
});

describe('an editor offers', () => {
  test.each(offers)('$code', ({ code, offers: names, omits = [] }) => {
    const { entries = [] } = service.getCompletionsAtPosition(fileOf(code), at(code), {}) ?? {};
    const offered = entries.map(({ name }) => name);
    expect(offered).toEqual(expect.arrayContaining([...names]));
    for (const name of omits) expect(offered).not.toContain(name);
  });
});

describe('an editor shows', () => {
  test.each(hovers)('$code', ({ code, shows, says }) => {
    const file = fileOf(code);
    expect(service.getSemanticDiagnostics(file)).toEqual([]);
    expect(partsOf(hoverAt(service, file, nameAt(code)).replaceAll(/\s+/g, ' '))).toEqual(partsOf(shows));
    const { documentation = [] } = service.getQuickInfoAtPosition(file, nameAt(code)) ?? {};
    if (says !== undefined) expect(documentation.map(({ text }) => text).join('')).toBe(says);
  });
});

describe('an editor leads to the declaration, and renames it', () => {
  test.each(definitions)('%s', (code) => {
    const file = fileOf(code);
    const [name = ''] = /\w+(?=¦)/.exec(code) ?? [];
    const [found, ...others] = service.getDefinitionAtPosition(file, nameAt(code)) ?? [];
    expect(others).toEqual([]);
    expect(found?.fileName).toBe(file);
    expect(found?.textSpan.start).toBeLessThan(application.indexOf('type Declared'));
    expect(found?.name).toBe(name);
    const renamed = service.findRenameLocations(file, nameAt(code), false, false, {}) ?? [];
    expect(renamed.map(({ textSpan }) => textSpan.start).toSorted((a, b) => a - b)).toEqual([
      found?.textSpan.start,
      nameAt(code),
    ]);
  });
});
