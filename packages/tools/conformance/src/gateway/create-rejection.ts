import type { TypeFacts } from '../facts/type-facts.ts';
import { identityOf, isObject, isSame, type Json } from '../json.ts';
import { rejectionOfLinkage } from './named-resources.ts';
import { type GatewayState, isVacantId } from './state.ts';

/** A type gets no more create requests if this many of its resources are not proved to be the tests'. */
const MAX_UNPROVED = 10;
/** A type gets no more create requests if this many of its resources could not be deleted, unless the samples say so. */
const MAX_STAYED = 20;
/** So many different values of an attribute, and none twice, are those of a key. */
const KEY_VALUES = 3;

/** Returns why a resource of a type must not be created; undefined if it can be. */
export async function rejectionToCreate(
  state: GatewayState,
  type: TypeFacts,
  resource: Json,
): Promise<string | undefined> {
  const { tracked } = state;
  const trial = tracked.trials.get(type.name);
  if (trial === undefined) return `No create request was tried for "${type.name}".`;
  if (trial.stop !== undefined) return trial.stop;
  if (tracked.unproved.filter((it) => it.type === type.name).length >= MAX_UNPROVED) {
    return `The tests cannot prove that they created the resources which POST ${type.collection} returns, so they create no more.`;
  }
  const stayed = [...tracked.own].filter(
    ([identity, own]) => own.type === type.name && tracked.kept.has(identity),
  ).length;
  if (stayed >= MAX_STAYED && type.sample.delete !== false) {
    return `${stayed} resources of "${type.name}" could not be deleted, so the tests create no more. To allow it, write "delete": false in the samples.`;
  }
  if (!isObject(resource)) return undefined;
  const id = resource['id'];
  if (typeof id === 'string' && id !== '' && !tracked.own.has(identityOf({ type: type.name, id }))) {
    const isFree = await isVacantId(state, type, id);
    if (!isFree) return `A resource with the id "${id}" may exist: GET did not return 404.`;
  }
  return sameAsExisting(state, type, resource['attributes']) ?? rejectionOfLinkage(state, resource);
}

/** Returns why attributes could be those of a resource that exists: a server that finds or replaces would return it. */
function sameAsExisting({ tracked, marks }: GatewayState, { name }: TypeFacts, sent: Json): string | undefined {
  if (!isObject(sent)) return undefined;
  const found = tracked.found.get(name) ?? [];
  const names = Object.keys(sent).filter((each) => marks.markIn(sent[each]) === undefined);
  const isCopy = names.length === Object.keys(sent).length && names.length > 0;
  for (const { id, attributes } of found) {
    const equal = names.filter((each) => Object.hasOwn(attributes, each) && isSame(attributes[each], sent[each]));
    const key = equal.find((each) => typeof sent[each] === 'string' && isKey(found, each));
    const shown = names.filter((each) => Object.hasOwn(attributes, each));
    if (key === undefined && !(isCopy && equal.length > 0 && equal.length === shown.length)) continue;
    const which = key ?? equal.join('`, `');
    return `\`create\` of "${name}" has the value of \`${which}\` that the existing resource "${id}" has. Put "{unique}" into it.`;
  }
  return undefined;
}

function isKey(found: readonly Json[], name: string): boolean {
  const values = found.map(({ attributes }) => attributes[name]).filter((value) => typeof value === 'string');
  return values.length >= KEY_VALUES && new Set(values).size === values.length;
}
