import { excerpt } from '../internal/excerpt.ts';
import { families } from './families.ts';
import { didYouMean, type Findings, report } from './findings.ts';
import type { FamilyParameter, FamilyReading, ReadingSetup } from './query-family.ts';
import { parseQueryParameterName } from './query-parameter-family.ts';
import { parseParameter } from './query-parameters.ts';

/** What has been read so far, and what was wrong with it. */
export interface Reading {
  /** The families of which the query has a parameter. */
  readonly families: Map<string, FamilyReading<unknown>>;
  readonly parameters: Record<string, unknown>;
  readonly extensionParameters: Map<string, string>;
  readonly findings: Findings;
}

/** Reads a parameter of a family of the specification. Returns false if there is no such family or the name does not fit it. */
function readFamily(reading: Reading, setup: ReadingSetup, given: FamilyParameter): boolean {
  let family = reading.families.get(given.baseName);
  if (family === undefined) {
    family = families.get(given.baseName)?.start(setup, reading.findings);
    if (family === undefined) return false;
    reading.families.set(given.baseName, family);
  }
  return family.read(given);
}

/** Keeps a parameter of an extension that applies and defines it. */
function readExtensionParameter(
  { extensionParameters }: Reading,
  setup: ReadingSetup,
  given: FamilyParameter,
): boolean {
  const isDefined = setup.extensions.some(({ namespace, parameters = [] }) =>
    parameters.some((name) => `${namespace}:${name}` === given.baseName),
  );
  if (isDefined) extensionParameters.set(given.parameter, given.value);
  return isDefined;
}

/** Reads one query parameter into what has been read before it. */
export function readParameter(reading: Reading, setup: ReadingSetup, parameter: string, value: string): void {
  const { findings } = reading;
  const schema = setup.declared.get(parameter);
  if (schema !== undefined) {
    const read = parseParameter(parameter, schema, value, findings);
    if (read !== undefined) reading.parameters[parameter] = read.value;
    return;
  }
  const name = parseQueryParameterName(parameter);
  if (name === undefined) {
    const rule = 'a base name, then any number of names in brackets, and nothing after them';
    report(
      findings,
      'PARAMETER_UNKNOWN',
      `"${excerpt(parameter)}" is no name of a query parameter: ${rule}.`,
      parameter,
    );
    return;
  }
  const given = { baseName: name.baseName, brackets: name.brackets, parameter, value };
  const isExtension = name.baseName.includes(':');
  const read = isExtension ? readExtensionParameter : readFamily;
  if (read(reading, setup, given)) return;
  if (isExtension) {
    const detail = `"${excerpt(parameter)}" is no parameter of an extension that applies to this request.`;
    report(findings, 'PARAMETER_UNKNOWN', detail, parameter);
    return;
  }
  const hint = families.has(name.baseName)
    ? ''
    : didYouMean(findings, name.baseName, [...families.keys(), ...setup.declared.keys()]);
  const known = [...[...families.values()].map(({ form }) => form), ...setup.declared.keys()];
  const detail = `"${excerpt(parameter)}" is no query parameter of this server: there are ${known.join(', ')}.${hint}`;
  report(findings, 'PARAMETER_UNKNOWN', detail, parameter);
}
