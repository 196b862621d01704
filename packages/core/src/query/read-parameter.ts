import { supported } from '../error/message-part.ts';
import { truncate } from '../internal/describe-value.ts';
import { pickMembers } from '../internal/members.ts';
import { families } from './families.ts';
import { didYouMean, type QueryErrors, report } from './query-errors.ts';
import type { FamilyParameter, FamilyReading, QuerySetup } from './query-family.ts';
import { parseQueryParameterName } from './query-parameter-family.ts';
import { parseParameter, schemaOf } from './query-parameters.ts';

/** The query that was parsed so far, and its errors. */
export interface QueryDraft {
  /** The families that have a parameter in the query. */
  readonly families: Map<string, FamilyReading<unknown>>;
  /** Undefined before the first parameter of the application. */
  parameters: Record<string, unknown> | undefined;
  readonly extensionParameters: Map<string, string>;
  readonly errors: QueryErrors;
}

/** Parses a parameter of a family. Returns false if the family does not exist, or if the name does not match it. */
function readFamily(draft: QueryDraft, setup: QuerySetup, familyParameter: FamilyParameter): boolean {
  let family = draft.families.get(familyParameter.baseName);
  if (family === undefined) {
    if (setup.kind?.takes(familyParameter.baseName) === false) {
      draft.errors.addObject(setup.kind.rejection(familyParameter.parameter));
      return true;
    }
    family = families.get(familyParameter.baseName)?.start(setup, draft.errors);
    if (family === undefined) return false;
    draft.families.set(familyParameter.baseName, family);
  }
  return family.read(familyParameter);
}

/** Keeps a parameter of an applied extension that defines it. */
function readExtensionParameter(
  { extensionParameters }: QueryDraft,
  setup: QuerySetup,
  familyParameter: FamilyParameter,
): boolean {
  const isDefined = setup.extensions.some((extension) => {
    const { parameters = [], namespace } = pickMembers(extension, ['parameters', 'namespace']);
    return parameters.some((name) => `${namespace}:${name}` === familyParameter.baseName);
  });
  if (isDefined) extensionParameters.set(familyParameter.parameter, familyParameter.value);
  return isDefined;
}

/** Parses one query parameter and adds its value to the query. */
export function readParameter(draft: QueryDraft, setup: QuerySetup, parameter: string, value: string): undefined {
  const { errors } = draft;
  const schema = schemaOf(setup.declared, parameter);
  if (schema !== undefined) {
    const read = parseParameter(parameter, schema, value, errors);
    if (read !== undefined) {
      draft.parameters ??= Object.create(null) as Record<string, unknown>;
      draft.parameters[parameter] = read.value;
    }
    return;
  }
  const name = parseQueryParameterName(parameter);
  if (name === undefined) {
    return report(errors, 'PARAMETER_UNKNOWN.name', { parameter: truncate(parameter) }, parameter);
  }
  const familyParameter = { baseName: name.baseName, brackets: name.brackets, parameter, value };
  const isExtension = name.baseName.includes(':');
  const read = isExtension ? readExtensionParameter : readFamily;
  if (read(draft, setup, familyParameter)) return undefined;
  const values = { parameter: truncate(parameter) };
  if (isExtension) return report(errors, 'PARAMETER_UNKNOWN.extension', values, parameter);
  const hint = families.has(name.baseName)
    ? undefined
    : didYouMean(errors, name.baseName, [...families.keys(), ...setup.declared.keys()]);
  const forms = [...[...families.values()].map(({ form }) => form), ...setup.declared.keys()];
  const known = forms.map((form) => `\`${form}\``);
  report(errors, 'PARAMETER_UNKNOWN.unknown', values, parameter, hint, supported(known.join(', ')));
}
