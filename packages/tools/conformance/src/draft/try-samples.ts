import { rejectionText } from '../cases/expectations.ts';
import type { TypeFacts } from '../facts/type-facts.ts';
import type { GatewayOptions } from '../gateway/gateway.ts';
import { isObject, type Json, listOf } from '../json.ts';
import { finishCleanUp } from '../run/clean-up.ts';
import { createWorld, explore } from '../run/explore.ts';
import { attempt } from '../run/try-creating.ts';
import { isStop } from '../run/verdict.ts';
import { typeNamed, type World } from '../run/world.ts';
import type { ResourceSample, Samples, TypeSample } from '../samples/samples.ts';
import { type Answer, detailsOf } from '../target/exchange.ts';
import type { Target } from '../target/target.ts';

/** A draft after its create requests were tried. */
export interface TriedSamples {
  readonly samples: Samples;
  /** The outcome for each type, and the rows that stayed on the server. */
  readonly said: readonly string[];
}

/** How often `create` of a type is corrected. */
const ROUNDS = 6;

/**
 * Sends a create request for each type of a draft, adds or changes what the errors point to, sends it again, and deletes what was created.
 * Without a resource as a pattern, a missing attribute is a new text.
 */
export async function trySamples(target: Target, draft: Samples, options: GatewayOptions): Promise<TriedSamples> {
  const said = new Map<string, string>();
  const tried = new Set<string>();
  let samples = draft;
  let open = Object.keys(draft.types).filter((name) => draft.types[name]?.create !== undefined);
  for (let round = 0; round < ROUNDS && open.length > 0; round++) {
    const facts = { specification: undefined, levels: 'published', signal: undefined } as const;
    const { world } = createWorld(target, samples, options, facts);
    await explore(world);
    const corrected: string[] = [];
    for (const name of open) {
      const type = typeNamed(world, name);
      const rejected = type === undefined ? undefined : await tryOnce(world, type, said);
      const create = type && rejected && correctedCreate(world, type, rejected, tried);
      if (create === undefined) continue;
      const types = { ...samples.types, [name]: { ...samples.types[name], create } satisfies TypeSample };
      samples = { ...samples, types };
      corrected.push(name);
    }
    open = corrected;
    for (const { request, reason } of await finishCleanUp(world))
      said.set(request, `${request} is left to do: ${reason}`);
  }
  return { samples, said: [...said.values()] };
}

/** Returns the rejection of a create request; undefined if there is nothing to correct. */
async function tryOnce(world: World, type: TypeFacts, said: Map<string, string>): Promise<Answer | undefined> {
  const { trials } = world.gateway.tracked;
  trials.set(type.name, { creates: false, deletes: false, isRunning: true });
  try {
    const { answer } = await attempt(world, type);
    const isCreated = answer.status < 300;
    said.set(type.name, isCreated ? `"${type.name}" can be created.` : `"${type.name}": ${rejectionText(answer)}.`);
    return isCreated || answer.status >= 500 ? undefined : answer;
  } catch (error) {
    if (!isStop(error)) throw error;
    said.set(type.name, `"${type.name}": ${error.message}`);
    return undefined;
  } finally {
    trials.set(type.name, { creates: true, deletes: false, isRunning: false });
  }
}

/** Returns the fields that the errors of a rejection point to, or name in their strings if they point to the parent of a missing one. */
function fieldsIn({ name: own, attributes, relationships }: TypeFacts, rejected: Answer): readonly string[] {
  const pointers: readonly Json[] = listOf(rejected.document?.errors).map((error) => error?.source?.pointer);
  const pointed = pointers.flatMap((pointer) => {
    const [, data, part, field] = String(pointer).split('/');
    return data === 'data' && field !== undefined && (part === 'attributes' || part === 'relationships') ? [field] : [];
  });
  if (pointed.length > 0) return pointed.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const words = detailsOf(rejected)
    .split(/["'`]/)
    .filter((word, index) => index % 2 === 1 && ![own, 'data', 'attributes', 'relationships'].includes(word));
  const known = words.filter((word) => attributes.includes(word) || relationships.some(({ name }) => name === word));
  return known.length > 0 ? known : words;
}

/** Returns `create` with the fields of the errors added, with another value, or without them; undefined if nothing is left to try. */
function correctedCreate(
  world: World,
  type: TypeFacts,
  rejected: Answer,
  tried: Set<string>,
): ResourceSample | undefined {
  const { create = {} } = type.sample;
  const attributes: Record<string, unknown> = { ...create.attributes };
  const relationships: Record<string, unknown> = { ...create.relationships };
  let isChanged = false;
  for (const name of fieldsIn(type, rejected)) {
    const linkage = linkageFor(world, type, name, rejected);
    const own: Json = type.resource?.attributes ?? {};
    const place = linkage === undefined ? attributes : relationships;
    const isNew = !Object.hasOwn(place, name);
    const values = linkage === undefined ? [...(Object.hasOwn(own, name) ? [own[name]] : []), '{unique}'] : [linkage];
    const at = values.findIndex((_, index) => !tried.has(JSON.stringify([type.name, name, index])));
    if (at === -1) {
      // Nothing that is known fits, so the server may not want the field at all.
      if (isNew) continue;
      Reflect.deleteProperty(place, name);
    } else {
      tried.add(JSON.stringify([type.name, name, at]));
      place[name] = values[at];
    }
    isChanged = true;
  }
  if (!isChanged) return undefined;
  return { attributes, ...(Object.keys(relationships).length > 0 && { relationships }) };
}

/** Returns linkage for a relationship that a create request lacks: that of the resource that exists, or a resource of its type. */
function linkageFor(world: World, type: TypeFacts, name: string, rejected: Answer): Json {
  const facts = type.relationships.find((it) => it.name === name);
  const isPointed = JSON.stringify(rejected.document?.errors ?? '').includes(`/data/relationships/${name}`);
  if (facts === undefined && !isPointed) return undefined;
  const shown: Json = type.resource?.relationships?.[name]?.data;
  const [target] = facts?.targets ?? [];
  const found =
    (target === undefined ? undefined : typeNamed(world, target)) ??
    typeNamed(world, name) ??
    typeNamed(world, `${name}s`);
  const [first] = found?.found ?? [];
  const one: Json = listOf(shown).at(0) ?? first;
  if (!isObject(one)) return undefined;
  const identifier = { type: one['type'], id: one['id'] };
  return { data: facts?.to === 'many' ? [identifier] : identifier };
}
